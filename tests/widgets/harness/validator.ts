import { openValidators, type ValidatorModule } from '#engine/forms/formruntime.ts'

/**
 * What the app does for `validator.load`: the compiled module of a section, or null when it cannot
 * come.
 */
export async function loadValidator(section?: string) {
  try {
    return openValidators(
      (await import(
        /* @vite-ignore */ `${location.origin}/validators/${section}.js`
      )) as ValidatorModule,
    )
  } catch {
    return null
  }
}
