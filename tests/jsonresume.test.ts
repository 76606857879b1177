/** The exported JSON Resume in themes that others have made for the format. */

import { createRequire } from 'node:module'
import { render as even } from 'jsonresume-theme-even'
import { expect, it } from 'vitest'
import { resumeOf } from '#engine/cv/resume.ts'

const kendall = createRequire(import.meta.url)('jsonresume-theme-kendall') as {
  render: (resume: unknown) => string
}
const words = {
  language: 'en',
  text: (key: string) => key,
  names: (_list: string, id: string) => `Name of ${id}`,
}
const resume = resumeOf(
  {
    firstName: 'Thandi',
    lastName: 'Mokoena',
    email: 'thandi@mail.test',
    about: 'I like things that work.',
    experiences: [
      { jobTitle: 'Shop helper', employer: 'Spaza', startDate: '2024-03', current: true },
      { jobTitle: 'Singer', employer: 'Choir', startDate: '2022-01', endDate: '2023-02' },
    ],
    educations: [{ institution: 'Thuto School', qualification: 'Grade 11', startDate: '2022-01' }],
    achievements: [{ title: 'Best choir', date: '2023-05' }],
    skills: [{ id: 'sewing', level: 'expert' }],
    interests: [{ text: 'Chess' }],
    languages: ['zu'],
    referees: [{ _id: 'r', name: 'Mr Dlamini', relation: 'choir leader' }],
    references: [{ id: 'r' }],
  },
  words,
)

it.each([
  ['even', (value: unknown) => even(value as never), ['Name of zu']],
  // It looks for `name`, which the format calls `language`.
  ['kendall', (value: unknown) => kendall.render(value), []],
])('is a page with every part in the theme %s', (_name, render, more) => {
  const html = render(structuredClone(resume))
  for (const said of [
    'Thandi Mokoena',
    'I like things that work.',
    'Shop helper',
    'Spaza',
    'Choir',
    'Thuto School',
    'Best choir',
    'Name of sewing',
    'Chess',
    'Mr Dlamini',
    ...more,
  ])
    expect(html).toContain(said)
})
