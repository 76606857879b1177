/** What the parts of an experiment's form share. */

import type { Missing, Wanted } from './making.ts'

export type FormProps = {
  readonly wanted: Wanted
  readonly onChange: (changed: Partial<Wanted>) => void
  /** What is wrong with a field, once somebody has tried to save. */
  readonly errorOf: (of: Missing['of'], version?: string) => string | undefined
}
