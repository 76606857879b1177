/**
 * What somebody typed, ticked or sent on the prerendered page before the script had arrived, put
 * into the page that takes its place. On a slow phone that can be a whole form.
 */

export type Field = HTMLInputElement | HTMLTextAreaElement

/**
 * Waits until the new page has the same fields. One that somebody has typed into since is left as
 * it is.
 *
 * @param fields  of the page that was replaced, each with what was typed into it
 * @param focused what had the focus there
 * @param form    the number of the form that was sent there, if one was
 */
export async function carryOver(
  fields: readonly Field[],
  focused: Element | null,
  form = -1,
): Promise<void> {
  for (const old of fields) {
    const field = await later(() => {
      const found = document.getElementById(old.id)
      return found === old ? null : (found as Field | null)
    })
    if (field === null) return
    if (old === focused && document.activeElement === document.body) field.focus()
    fill(field, old)
  }
  if (form >= 0) (await later(() => document.forms[form] ?? null))?.requestSubmit()
}

/** As a person would, so that whatever listens to the field learns of it. */
function fill(field: Field, old: Field): void {
  if (old.type === 'checkbox' || old.type === 'radio') {
    // One that nobody touched may be ticked by what this phone remembers.
    if (!('checked' in field && 'checked' in old) || old.checked === old.defaultChecked) return
    if (field.checked !== old.checked) field.click()
  } else if (field.value === '' && old.value !== '') {
    // React overrides the setter of the element itself, to ignore what a script sets.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
    set!.call(field, old.value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** What `find` finds within ten seconds of frames; null if it stays away. */
async function later<T>(find: () => T | null): Promise<T | null> {
  for (const end = performance.now() + 10_000; performance.now() < end;) {
    const found = find()
    if (found !== null) return found
    await new Promise(requestAnimationFrame)
  }
  return null
}
