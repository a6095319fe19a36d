/** Texts of the Reality gap panel. */
const plural = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;

export const text = {
  empty: 'Nothing compared yet. Drop an MCAP file from your robot anywhere on this page, or choose a recording to compare with this world.',
  emptyMore: 'The simulated robot is put into its recorded state every few seconds and receives the recorded commands; the result is for how long the simulation can be trusted.',
  choose: 'Drop an MCAP file from your robot to compare it.', compare: (name: string) => `Compare ${name} with this world`, compareShort: 'Compare',
  measuring: (name: string) => `Comparing ${name} with this world`, starting: 'Saving the world and reading the recording', trying: (what: string) => `Trying ${what} in a branch`,
  closing: 'Refitting each parameter on one half of the recording, scoring it on the other', stop: 'Stop', stopped: 'The comparison was stopped.',
  failed: (name: string) => `${name} cannot be compared`, again: 'Measure again', chooseTopic: 'Choose one:', noRobot: 'This world has no robot to compare with.',
  real: 'real', sim: 'sim', simulated: 'Simulated', aligned: 'aligned', alignmentFailed: 'Alignment failed',
  quantity: 'Quantity', tolerance: (quantity: string) => `Tolerance of ${quantity}`, toleranceTip: 'Click to change the tolerance', badTolerance: (unit: string) => `Not a tolerance. Type a number and ${unit}.`,
  verdict: {
    trust: 'Trust', to: 'to', for: 'for', whole: (what: string, s: string) => `the whole ${what} (${s})`, run: 'run', horizon: 'horizon',
    doNot: 'Do not trust', crossed: (s: string) => `the limit is crossed within ${s}.`,
    notEnough: (n: number, what: string, min: number) => `Not enough data: ${plural(n, what)}, at least ${min} needed.`,
    cannot: 'Cannot judge', uncertain: (amount: string) => `the reference itself is uncertain by ${amount}.`,
  },
  curve: {
    title: 'Confidence c(t)', sub: (tolerance: string, n: number, what: string) => `within ${tolerance}, ${plural(n, what)}`, limit: (limit: number) => `limit ${limit}`, trust: 'trust', doNot: 'do not trust', now: 'now', bound: '90 % bound',
    label: (c0: string, crossing: string) => `Share of restarts within the tolerance over time, with its lower bound. ${c0} ${crossing}`,
    crosses: (s: string) => `The bound falls below the limit after ${s}.`, holds: 'The bound stays above the limit.', never: 'The bound is below the limit from the start.',
  },
  residuals: { title: 'Residuals', sub: 'real minus sim', tolerance: 'tolerance', restart: (n: number, of: number, at: string) => `restart ${n} of ${of}, at ${at}`, before: 'Residuals of the restart before', after: 'Residuals of the next restart',
    label: (name: string, last: string) => `${name}, real minus simulated, ends at ${last}` },
  close: {
    title: 'What would close the gap', hint: 'fitted, not yet applied', none: 'Not calibrated yet.', nothing: 'No parameter reduces the gap on the held-out half.', calibrate: 'Calibrate',
    calibrateTip: 'Refits each parameter alone on one half of the recording and scores it on the other half; takes minutes',
    closes: (percent: number) => `closes ${percent} %`, try: 'Try', tryTip: (what: string) => `Replay with ${what} in a branch; the world is not changed`, tick: (what: string) => `Apply ${what}`,
    fix: 'Replay with fix', fixTip: 'Applies the ticked changes to the world as one step that can be undone, then drives the robot by the recording', noTick: 'Nothing is ticked.', noFixes: 'Calibrate first: nothing to apply yet.',
    noPart: 'Not part of the world. Change it in the controller.', noHelp: 'It does not reduce the gap.', change: (label: string, was: string, to: string) => `${label}: ${was} to ${to}`,
  },
  branch: { with: (what: string) => `Branch: with ${what}.`, unchanged: 'The world has not changed.', back: 'Back', was: (seconds: string) => `As it is, trust lasts ${seconds}.` },
  stale: 'The world has changed since this was measured.', ghost: 'Ghost', ghostOpacity: 'Opacity of the ghost', noGhost: 'Hide the ghost', showGhost: 'Show the ghost', report: 'Report', reportTip: 'Save the report (HTML) with all plots', noReport: 'No report yet.',
  replay: 'Replay', replayTip: 'Show recording and simulation side by side, restart by restart', drive: 'Drive by recording', driveTip: 'Put the robot at the recorded start and give it the recorded commands', notes: 'Notes',
  trusted: 'trusted', not: 'not', notTrusted: 'not trusted',
};
