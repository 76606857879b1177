/** The validators of a profile section's form. Loaded with the first form. */

import { openValidators } from '#engine/forms/formruntime.ts'
import { currentFrame, formsBundle } from './documents.ts'

/**
 * A module on our own origin, compiled when the documents were released.
 *
 * @returns null if there is none or it can't be loaded: then only the server validates
 */
export async function loadValidators(
  section: string,
): Promise<ReturnType<typeof openValidators> | null> {
  const sha = (await formsBundle(currentFrame()))?.validators[section]
  if (sha === undefined) return null
  const compiled = await import(/* @vite-ignore */ `/api/validators/${sha}.js`).catch(() => null)
  return compiled === null ? null : openValidators(compiled as Parameters<typeof openValidators>[0])
}
