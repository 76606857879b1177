/** Parts left out or taken in while the phone had no signal. */

import { describe, expect, it } from 'vitest'
import type { CvView } from '#engine/contract/cvcalls.ts'
import { withHidings } from '#engine/cv/hidings.ts'

const view: CvView = {
  layouts: [],
  look: { head: 'plain', headings: 'rule' },
  name: 'Zanele',
  line: '',
  contacts: [],
  order: [
    { id: 'about', section: 'about', title: 'About me', state: 'shown' },
    { id: 'skills', section: 'skills', title: 'Skills', state: 'hidden' },
    { id: 'interests', section: 'interests', title: 'Interests', state: 'empty' },
  ],
  parts: [{ id: 'about', section: 'about', title: 'About me', as: 'text', lines: ['Never late.'] }],
  gaps: [{ section: 'interests', title: 'Interests', why: '', minutes: 1 }],
  hidden: [{ section: 'skills', title: 'Skills' }],
  hints: [],
  logo: false,
  file: null,
}
const statesOf = ({ order }: CvView) => order.map(({ state }) => state)

describe('parts that were left out without a signal', () => {
  it.each([
    {
      what: 'nothing waits',
      hidings: {},
      states: ['shown', 'hidden', 'empty'],
      parts: 1,
      gaps: 1,
      hidden: ['skills'],
    },
    {
      what: 'a part with something in it is left out',
      hidings: { about: true },
      states: ['hidden', 'hidden', 'empty'],
      parts: 0,
      gaps: 1,
      hidden: ['skills', 'about'],
    },
    {
      what: 'a part is taken in again',
      hidings: { skills: false },
      states: ['shown', 'shown', 'empty'],
      parts: 1,
      gaps: 1,
      hidden: [],
    },
    {
      what: 'an empty part is left out: nobody is asked to fill it',
      hidings: { interests: true },
      states: ['shown', 'hidden', 'empty'],
      parts: 1,
      gaps: 0,
      hidden: ['skills'],
    },
    {
      what: 'what was left out already is left out again',
      hidings: { skills: true },
      states: ['shown', 'hidden', 'empty'],
      parts: 1,
      gaps: 1,
      hidden: ['skills'],
    },
  ])('$what', ({ hidings, states, parts, gaps, hidden }) => {
    const next = withHidings(view, hidings)
    expect(statesOf(next)).toEqual(states)
    expect(next.parts).toHaveLength(parts)
    expect(next.gaps).toHaveLength(gaps)
    expect(next.hidden.map(({ section }) => section)).toEqual(hidden)
  })
})
