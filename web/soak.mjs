// node web/soak.mjs PROGRAM SOURCE_DIR BUILD_DIR [MINUTES]: a viewer watches a driving robot for half an hour; prints each
// minute the memory of the server and of the page's scripts, after a garbage collection. Ends with status 1 if
// either grew by more than a tenth after the first third. Nothing is drawn, because software GL would occupy a core.
import { readFileSync } from 'node:fs';
import { check, openPage, run, startBrowser, startServer } from './test/harness.mjs';

const minutes = Number(process.argv[5] ?? 30);

const serverMb = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

await run('soak', async () => {
  const server = await startServer('lab_floor', { options: ['--demo'] });
  const page = await openPage(await startBrowser(), server.address, { name: 'Ada', draw: false });
  const devtools = await page.context().newCDPSession(page);
  await page.getByRole('tab', { name: 'Topics' }).click();
  const samples = [];
  for (let minute = 0; minute <= minutes; minute++) {
    if (minute > 0) await page.waitForTimeout(60000);
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    samples.push({ server: serverMb(server.pid), page: usedSize / 1048576 });
    const { server: s, page: p } = samples[minute];
    console.log(`${String(minute).padStart(3)} min  server ${s.toFixed(1)} MB  page ${p.toFixed(1)} MB`);
  }
  const from = samples[Math.ceil(minutes / 3)];
  const to = samples[minutes];
  for (const side of ['server', 'page']) {
    check(to[side] < 1.1 * from[side] + 1, `the ${side} grew from ${from[side].toFixed(1)} to ${to[side].toFixed(1)} MB`);
  }
  check(page.problems.length === 0, page.problems.join('\n'));
});
