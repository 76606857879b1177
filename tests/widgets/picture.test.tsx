/** A picture on any page: what it says to whom, and that nothing moves when it arrives. */

import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadWidgets, widgetNow } from '#engine/react/registry.ts'
import { registry } from '#widgets/registry.ts'
import { speakEnglish } from '#tests/support/english.ts'

const UPLOADED = '/api/images/0123456789abcdef0123.jpg'

beforeAll(async () => {
  await speakEnglish()
  await loadWidgets(registry, ['picture', 'lesson'])
})

function draw(type: string, props: Record<string, unknown>): string {
  const { component } = widgetNow(registry, type)!
  const slots = { id: 'photo', level: 2, data: undefined, children: null }
  return renderToString(
    <MemoryRouter>
      {createElement(component as ComponentType<Record<string, unknown>>, { ...props, ...slots })}
    </MemoryRouter>,
  )
}

describe('a picture', () => {
  it('is read aloud by its words, and its caption is read by everyone', () => {
    const html = draw('picture', {
      image: UPLOADED,
      pictureText: 'showcase.sample.title',
      caption: 'showcase.sample.caption',
    })
    expect(html).toContain('alt="A sample title"')
    expect(html).toMatch(/<figcaption[^>]*>A caption</)
  })

  it('is passed over where it only decorates', () => {
    expect(
      draw('picture', {
        image: UPLOADED,
        decorative: true,
        pictureText: 'showcase.sample.title',
      }),
    ).toContain('alt=""')
    expect(draw('picture', { image: UPLOADED, decorative: true })).not.toContain('figcaption')
  })

  it.each([
    ['picture', { image: UPLOADED, decorative: true, pixels: '1600x900' }],
    [
      'lesson',
      { sections: [{ id: 'one', image: UPLOADED, decorative: true, pixels: '1600x900' }] },
    ],
  ])('has its place before it arrives, and is loaded no wider than needed: %s', (type, props) => {
    const html = draw(type, props)
    expect(html).toContain('width="1600" height="900"')
    expect(html).toContain(`${UPLOADED}?w=640 640w`)
    expect(html).toContain('loading="lazy"')
  })

  it('is drawn before one is chosen, so that there is something to choose it for', () => {
    const html = draw('picture', { image: '' })
    expect(html).not.toContain('<img')
    expect(html).toContain('<svg')
  })
})
