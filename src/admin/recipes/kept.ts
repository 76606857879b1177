/** What a guided page keeps on this device: a form that was left, and what was written last. */

export type KeptForm = {
  readonly form: Readonly<Record<string, unknown>>
  /** Position of the open step. */
  readonly step: number
  /** When it was last changed. */
  readonly at: string
}
/** What can be taken back. */
export type LastWritten = {
  readonly id: string
  readonly title: string
  readonly drafts: readonly string[]
}

const formKey = (person: string, recipe: string) => `console-recipe:${person}:${recipe}`
const writtenKey = (person: string) => `console-recipe-written:${person}`

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null
  } catch {
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Without storage a form can't be left, but it can still be finished.
  }
}

export const keptForm = (person: string, recipe: string) => read<KeptForm>(formKey(person, recipe))
export const keepForm = (person: string, recipe: string, kept: KeptForm | null) =>
  write(formKey(person, recipe), kept)
export const lastWritten = (person: string) => read<LastWritten>(writtenKey(person))
export const keepWritten = (person: string, written: LastWritten | null) =>
  write(writtenKey(person), written)

/** What the form calls the new thing, in the first language that has a word for it. */
export function nameIn(form: Readonly<Record<string, unknown>>): string {
  const title = form['title']
  if (typeof title !== 'object' || title === null) return ''
  return (
    Object.values(title).find(
      (words): words is string => typeof words === 'string' && words.trim() !== '',
    ) ?? ''
  )
}
