import { describe, expect, it } from 'vitest'
import { foundIn, type HelpTopic } from '#widgets/frame/helpsearch.ts'

const TOPICS: HelpTopic[] = [
  {
    slug: 'money',
    title: 'Money',
    helpContent: [
      { question: 'Who pays?', answer: '<p>Your <b>school</b>.</p>' },
      { question: 'When?', answer: '<p>In März.</p>' },
    ],
  },
  {
    slug: 'time',
    title: 'Time',
    helpContent: [{ question: 'How long?', answer: '<p>A day.</p>' }],
  },
]
const found = (search: string) =>
  foundIn(TOPICS, search).map(({ slug, helpContent }) => [slug, helpContent.length])

describe('a search in the help', () => {
  it.each([
    [
      '',
      [
        ['money', 2],
        ['time', 1],
      ],
    ],
    [
      '  ',
      [
        ['money', 2],
        ['time', 1],
      ],
    ],
    ['SCHOOL', [['money', 1]]],
    ['marz', [['money', 1]]],
    ['money', [['money', 2]]],
    ['money school', [['money', 1]]],
    ['school day', []],
    ['b school', []],
  ])('for “%s” finds %j', (search, expected) => {
    expect(found(search)).toEqual(expected)
  })
})
