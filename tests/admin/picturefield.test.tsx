// @vitest-environment happy-dom
/** A picture chosen in a form: with its words, and with its size, which nobody has to know. */

import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { SchemaForm } from '#admin/form/SchemaForm.tsx'
import type { ConsoleResponse } from '#admin/parts/client.ts'
import type { Picture } from '#engine/contract/pictures.ts'
import { code } from '#tests/support/documents.ts'
import { consoleDom } from '#tests/admin/inconsole.tsx'

const draw = consoleDom()
const URL = '/api/images/0123456789abcdef0123.jpg'
const picture: Picture = {
  id: '0123456789abcdef0123',
  url: URL,
  name: 'Our hall',
  words: { en: 'Learners in a hall' },
  width: 1600,
  height: 900,
  bytes: 90_000,
  widths: [320, 640, 1280],
  at: '2026-11-29T10:00:00Z',
  removed: null,
  uses: [],
}
const respond = async ({ path }: { path: string }): Promise<ConsoleResponse> => ({
  status: 200,
  value: path === 'admin/pictures' ? { items: [picture] } : { items: [], total: 0 },
  etag: null,
})
const button = (words: string) =>
  [...document.querySelectorAll('button')].find(
    (each) => each.textContent === words || each.getAttribute('aria-label') === words,
  )

it('brings its size along, for which there is no field', async () => {
  const onChange = vi.fn()
  await draw(
    <SchemaForm
      schema={code.widgets['picture']!.props}
      value={{ image: '', pixels: '10x10', decorative: true }}
      onChange={onChange}
      problems={[]}
      names={{}}
      widgets={{}}
      focus={null}
      onFocus={() => undefined}
    />,
    { respond },
  )
  expect(document.body.textContent).toContain('Only decoration')
  expect(document.body.textContent).not.toContain('Width and height')
  await act(async () => button('Choose a picture')?.click())
  for (let round = 0; round < 3; round++)
    await act(() => new Promise((done) => setTimeout(done, 10)))
  await act(async () => button('Use Our hall')?.click())
  expect(onChange.mock.lastCall?.[0]).toMatchObject({ image: URL, pixels: '1600x900' })
})
