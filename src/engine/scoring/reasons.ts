/** Why a result is less certain, in words. Pure. */

const REASONS: Readonly<Record<string, string>> = {
  fast: 'fast',
  'very-fast': 'fast',
  longstring: 'alike',
  'very-longstring': 'alike',
  flat: 'alike',
  'yes-saying': 'alike',
  identical: 'alike',
  pattern: 'alike',
  contradictions: 'mixed',
  uneven: 'mixed',
  misfit: 'mixed',
  chance: 'guess',
  missing: 'some',
  'frame-drops': 'device',
  interrupted: 'away',
  idle: 'idle',
  superhuman: 'machine',
  rushed: 'machine',
}

/** Text keys for why a result is less certain, each once. */
export function reasonsOf(flags: readonly string[]): readonly string[] {
  const reasons = flags.flatMap((flag) => REASONS[flag] ?? [])
  return [...new Set(reasons)].map((reason) => `result.unsure.why.${reason}`)
}
