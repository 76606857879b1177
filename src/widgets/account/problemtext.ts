/** What a refused action says to the user: the server's own sentence, if it has one. */

import type { TextRef } from '#engine/react/text.tsx'
import { readProblem } from '#widgets/forms/simpleform.ts'

export function problemText(error: unknown): TextRef {
  return readProblem(error, []).texts[0] ?? 'simpleForm.failed'
}
