/** What a face shows is behind "Face in words": read first, it would give the answer away. */

import { renderToString } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import { flattenTexts } from '#engine/documents/texts.ts'
import { QuizItem } from '#widgets/assessments/QuizItem.tsx'
import { speakEnglish } from '#tests/support/english.ts'
import { catalog } from '../support/documents.ts'

const texts = flattenTexts(catalog.get('locale', 'en')!.texts)
beforeAll(() => speakEnglish(texts))

const drawn = (id: string) => {
  const document = catalog.get('assessment', id)!
  const item = document.items![0]!
  const html = renderToString(
    <QuizItem
      id="quiz"
      document={document}
      item={item}
      chosen={undefined}
      locked={false}
      hint={undefined}
      level={1}
      heading={() => {}}
      onAnswer={() => {}}
    />,
  )
  return { html, statement: texts[item.text]!, question: texts[document.question!]! }
}
const headingOf = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)![1]

it('asks what the person feels, and tells the face only to whoever opens it', () => {
  const { html, statement, question } = drawn('perceiving_emotion')
  expect(headingOf(html)).toBe(question)
  expect(html).toMatch(/<details(?! open)[^>]*><summary>Face in words<\/summary>/)
  expect(/<details.*?<\/details>/s.exec(html)![0]).toContain(statement)
  expect(html.replace(/<details.*?<\/details>/s, '')).not.toContain(`>${statement}<`)
})

it('asks everything else as before', () => {
  const { html, statement } = drawn('holland_code')
  expect(headingOf(html)).toBe(statement)
  expect(html).not.toContain('<details')
})
