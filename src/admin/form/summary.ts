/** A one-line summary of a collapsed entry. */

import { own, type Json } from '#engine/documents/json.ts'
import { useText } from '#engine/react/text.tsx'
import { readRule } from '#engine/rules/ruleparts.ts'
import { useRuleLine } from './sentence.ts'
import { titleOf, useWords } from './words.ts'

export type Summary = { readonly title: string; readonly detail: string }

export function useSummary(): (entry: unknown) => Summary {
  const words = useWords()
  const sayRule = useRuleLine()
  const t = useText()
  return (entry) => {
    if (typeof entry !== 'object' || entry === null) return { title: String(entry), detail: '' }
    const text = (member: string) =>
      typeof own(entry, member) === 'string' ? String(own(entry, member)) : ''
    const id = text('id')
    const when = own(entry, 'when')
    if (when !== undefined) {
      // A row of a decision table: whom it matches, and its effect.
      const outcome = outcomeOf(own(entry, 'then') ?? entry, words)
      const rule = sayRule(readRule(when as Json))
      return outcome === '' ? { title: id, detail: rule } : { title: outcome, detail: rule }
    }
    const title = titleOf(entry, words)
    const props = own(entry, 'props')
    if (
      text('type') !== '' &&
      (props !== undefined || own(entry, 'children') !== undefined || title === undefined)
    ) {
      return {
        title: words.widget(text('type')),
        detail: [titleOf(props, words), id].filter(Boolean).join(' · '),
      }
    }
    if (text('op') !== '') return { title: words.branch(text('op')), detail: text('at') }
    // A step of a trail is called by its page.
    const isStep = own(entry, 'before') !== undefined && own(entry, 'after') !== undefined
    const kind = text('type') === '' ? '' : words.value(text('type'))
    return title === undefined
      ? { title: id || saidIn(entry) || t('console.form.blank'), detail: kind }
      : {
          title,
          detail: [kind, isStep ? words.page(id) : id]
            .filter((each) => each !== '' && each !== title)
            .join(' · '),
        }
  }
}

/** What an entry without a name is filled in with. */
function saidIn(entry: object): string {
  return Object.values(entry)
    .flat()
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(', ')
    .slice(0, 60)
}

/** The target of a verdict. */
function outcomeOf(then: unknown, words: ReturnType<typeof useWords>): string {
  const at = (member: string) =>
    typeof own(then, member) === 'string' ? String(own(then, member)) : undefined
  const [to, flow, screen, stage, assessment] = [
    at('to'),
    at('flow'),
    at('screen'),
    at('stage'),
    at('assessment'),
  ]
  if (to !== undefined) return words.page(to)
  if (flow !== undefined) return words.reference('flow', flow)
  if (screen !== undefined) return words.reference('screen', screen)
  if (stage !== undefined) return words.value(stage)
  if (assessment !== undefined) return words.reference('assessment', assessment)
  const go = at('go')
  return go === undefined ? '' : words.branch(go)
}
