import { describe, expect, it } from 'vitest'
import { shortcutOf } from '#admin/editor/History.tsx'
import {
  change,
  openSession,
  readText,
  redo,
  toRedo,
  toUndo,
  undo,
  type Session,
} from '#admin/editor/session.ts'

const A = '{ "kind": "menu", "id": "main", "title": "A" }'
const B = '{ "kind": "menu", "id": "main", "title": "B" }'
const C = '{ "kind": "menu", "id": "main", "title": "C" }'
const opened = openSession(JSON.parse(A), A)

describe('a document that is being edited', () => {
  it('undoes and redoes changes of both views', () => {
    const edited = change(change(opened, B, 'form', 0), C, 'json', 10)
    const back = undo(edited)
    expect(back.text).toBe(B)
    expect(back.document).toMatchObject({ title: 'B' })
    expect(undo(back).text).toBe(A)
    expect(redo(undo(back)).text).toBe(B)
    expect(redo(redo(undo(back))).text).toBe(C)
  })

  it('undoes a run of typing in one step, and what came after a pause in another', () => {
    const quick = change(change(opened, B, 'json', 0), C, 'json', 900)
    expect(undo(quick).text).toBe(A)
    const slow = change(change(opened, B, 'json', 0), C, 'json', 1000)
    expect(undo(slow).text).toBe(B)
  })

  it('has nothing to redo after a new change', () => {
    const branched = change(undo(change(opened, B, 'form', 0)), C, 'form', 5)
    expect(redo(branched)).toBe(branched)
  })

  it('keeps a text that isn’t JSON, and the last document that parsed', () => {
    const broken = change(opened, '{ "kind": ', 'json', 0)
    expect(broken).toMatchObject({ text: '{ "kind": ', broken: true, document: { title: 'A' } })
    expect(change(broken, B, 'json', 5000)).toMatchObject({
      broken: false,
      document: { title: 'B' },
    })
  })

  it.each([
    ['[]', undefined],
    ['"text"', undefined],
    ['null', undefined],
    ['', null],
    [' \n', null],
    ['{}', {}],
  ])('reads %j', (text, expected) => {
    expect(readText(text)).toEqual(expected)
  })

  it('changes nothing if there is nothing to undo', () => {
    expect(undo(opened)).toBe(opened)
    expect(change(opened, A, 'form', 0)).toBe(opened)
  })
})

describe('a page that edits several documents', () => {
  type Page = Readonly<Record<'one' | 'other', Session>>
  const holders = (page: Page) =>
    Object.entries(page).map(([name, session]) => ({ name: name as keyof Page, session }))
  const back = (page: Page): Page => {
    const found = toUndo(holders(page)).map(({ name, session }) => [name, undo(session)])
    return found.length === 0 ? page : { ...page, ...Object.fromEntries(found) }
  }
  const again = (page: Page): Page => {
    const found = toRedo(holders(page)).map(({ name, session }) => [name, redo(session)])
    return found.length === 0 ? page : { ...page, ...Object.fromEntries(found) }
  }
  const texts = ({ one, other }: Page) => [one.text, other.text]
  const edited: Page = {
    one: change(change(opened, B, 'form', 1000), C, 'form', 9000),
    other: change(opened, B, 'form', 5000),
  }

  it('undoes changes across all of them in order, and redoes them the same way', () => {
    const steps = [back(edited), back(back(edited)), back(back(back(edited)))]
    expect(steps.map(texts)).toEqual([
      [B, B],
      [B, A],
      [A, A],
    ])
    expect(back(steps[2]!)).toBe(steps[2])
    expect(
      [again(steps[2]!), again(again(steps[2]!)), again(again(again(steps[2]!)))].map(texts),
    ).toEqual([
      [B, A],
      [B, B],
      [C, B],
    ])
  })

  it('undoes what one act changed in several documents at once, and redoes it at once', () => {
    const page: Page = {
      one: change(opened, B, 'form', 1000),
      other: change(opened, C, 'form', 1060),
    }
    expect(texts(back(page))).toEqual([A, A])
    expect(texts(again(back(page)))).toEqual([B, C])
  })

  it('redoes nothing after a new change, wherever it was made', () => {
    const branched: Page = { ...back(edited), other: change(edited.other, C, 'form', 20_000) }
    expect(again(branched)).toBe(branched)
    expect(texts(back(branched))).toEqual([B, B])
  })

  it.each([
    [{ key: 'z', ctrlKey: true }, 'undo'],
    [{ key: 'Z', ctrlKey: true, shiftKey: true }, 'redo'],
    [{ key: 'z', metaKey: true }, 'undo'],
    [{ key: 'y', ctrlKey: true }, 'redo'],
    [{ key: 'z' }, null],
    [{ key: 'z', ctrlKey: true, altKey: true }, null],
    [{ key: 'x', ctrlKey: true }, null],
  ])('treats %j as %s', (keys, wish) => {
    expect(
      shortcutOf({ ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...keys }),
    ).toBe(wish)
  })
})
