/** Places and values of a difference in words. */

import type { Thing, Told, Way } from '#engine/overlay/tellings.ts'
import { readRule } from '#engine/rules/ruleparts.ts'
import { useText } from '#engine/react/text.tsx'
import { useRuleLine } from './sentence.ts'
import { useWords } from './words.ts'
import { readOut } from '#admin/parts/readout.ts'
import { usePageName } from './usePageName.ts'

export type Telling = {
  readonly thing: (thing: Thing) => string
  readonly way: (way: Way) => string
  readonly member: (name: string) => string
  /** A value in one line. */
  readonly value: (told: Told) => string
}

/** Within a form's context: names come from there. */
export function useTelling(): Telling {
  const t = useText()
  const words = useWords()
  const sayRule = useRuleLine()
  const pageName = usePageName()
  /** Of what nobody has named there is only its own name, readable at least. */
  const reference = (target: string, id: string) => {
    if (target === 'route') return pageName(id)
    if (target === 'branch') return words.branch(id)
    const said = words.reference(target, id)
    return said === id ? readOut(id.slice(id.lastIndexOf('.') + 1)) : said
  }
  const titleOf = ({ text, name, to }: Thing) =>
    text !== undefined
      ? reference('text', text)
      : (name ?? (to === undefined ? undefined : reference(to.target, to.id)))
  const thing = (each: Thing): string => {
    const title = titleOf(each)
    if (each.type !== undefined) {
      const kind = words.widget(each.type)
      return title === undefined ? kind : t('console.change.part', { kind, title })
    }
    return title === undefined ? readOut(each.id) : t('console.change.named', { title })
  }
  const value = (told: Told): string => {
    switch (told.is) {
      case 'text':
        return told.words?.[0]?.words ?? reference('text', told.key)
      case 'rule':
        return sayRule(readRule(told.rule))
      case 'ref':
        return reference(told.target, told.id)
      case 'value':
        return told.value === null ? words.value('') : words.value(told.value)
      case 'list':
        return [
          ...told.items.map(value),
          ...(told.more === undefined ? [] : [t('console.change.moreItems', { count: told.more })]),
        ].join(', ')
      default: {
        const { thing: named, members } = told
        if (named !== undefined) return thing(named)
        return members
          .map(({ name, told: each }) =>
            t('console.change.member', { member: words.member(name), value: value(each) }),
          )
          .join('; ')
      }
    }
  }
  return {
    thing,
    way: (way) =>
      way.map((step) => (typeof step === 'string' ? words.member(step) : thing(step))).join(' › '),
    member: words.member,
    value,
  }
}
