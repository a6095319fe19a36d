"""console_tab.py PROGRAM PORT: simulates a user at a terminal who presses the Tab key."""
import os
import pty
import re
import select
import sys
import time

PROGRAM, PORT = sys.argv[1:3]
PATIENCE = 20.0

child, terminal = pty.fork()
if child == 0:
    os.environ['TERM'] = 'vt100'
    os.execv(PROGRAM, [PROGRAM, 'console', '--port', PORT])
seen = ''


def wait_for(pattern):
    """Reads until the output since the last call matches."""
    global seen
    end = time.monotonic() + PATIENCE
    while not re.search(pattern, seen):
        ready, _, _ = select.select([terminal], [], [], max(0.0, end - time.monotonic()))
        assert ready, f'{pattern!r} did not come: {seen!r}'
        try:
            seen += os.read(terminal, 4096).decode(errors='replace')
        except OSError:
            raise AssertionError(f'it ended before {pattern!r} came: {seen!r}') from None
    seen = ''


def press(keys):
    os.write(terminal, keys.encode())


wait_for('surefoot> ')
press('stat\t')  # the name of a command
wait_for('stat.*us')
press('\r')
wait_for('(?s)paused.*surefoot> ')
press('move ro\t')  # that of a model, which the server knows
wait_for('move ro.*bot')
press('\x15')  # deletes the line
press('mo\t\t')  # more than one
wait_for('(?s)motor.*move|move.*motor')
press('\x15quit\r')
status = os.waitpid(child, 0)[1]
assert os.waitstatus_to_exitcode(status) == 0, status
