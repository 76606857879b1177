/** Long words of Afrikaans break where a reader expects it, and only there. */

import { describe, expect, it } from 'vitest'
import { withBreaks } from '#widgets/content/longWords.ts'

const shown = (text: string, language = 'af') =>
  withBreaks(text, language).replaceAll('\u00AD', '-')

describe('a long word', () => {
  it.each([
    ['Rekenaarprogrammeerder', 'Rekenaar-programmeerder'],
    ['Assistent-graafmasjienoperateur', 'Assistent-graaf-masjien-operateur'],
    ['Hoërskoolonderwyser (wiskunde)', 'Hoërskool-onderwyser (wiskunde)'],
    ['Geestesgesondheidsberader', 'Geestes-gesondheids-berader'],
    ['Gesondheidsbevorderaar', 'Gesondheids-bevorderaar'],
    ['Sakekontinuïteitsbeplanner', 'Sakekontinuïteits-beplanner'],
    ['Rekenaartoepassingstegnologie', 'Rekenaar-toepassings-tegnologie'],
    ['Landboubestuurspraktyke', 'Landbou-bestuurs-praktyke'],
  ])('%s breaks between its parts', (word, expected) => {
    expect(shown(word)).toBe(expected)
  })

  it('stays whole if it is short, if no part of it is known, and in other languages', () => {
    for (const word of ['Bestuurder', 'Skoonmaker', 'Elektrisiën', 'Voorbereidingsdag'])
      expect(shown(word)).toBe(word)
    expect(shown('Rekenaarprogrammeerder', 'en')).toBe('Rekenaarprogrammeerder')
  })
})
