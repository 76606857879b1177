import { describe, expect, it } from 'vitest'
import { change, openSession, readText, redo, undo } from '#admin/editor/session.ts'

const A = '{ "kind": "menu", "id": "main", "title": "A" }'
const B = '{ "kind": "menu", "id": "main", "title": "B" }'
const C = '{ "kind": "menu", "id": "main", "title": "C" }'
const opened = openSession(JSON.parse(A), A)

describe('a document that is being edited', () => {
  it('goes back and forward over changes of both views', () => {
    const edited = change(change(opened, B, 'form', 0), C, 'json', 10)
    const back = undo(edited)
    expect(back.text).toBe(B)
    expect(back.document).toMatchObject({ title: 'B' })
    expect(undo(back).text).toBe(A)
    expect(redo(undo(back)).text).toBe(B)
    expect(redo(redo(undo(back))).text).toBe(C)
  })

  it('takes what was typed in one go back in one go, and what came after a pause by itself', () => {
    const quick = change(change(opened, B, 'json', 0), C, 'json', 900)
    expect(undo(quick).text).toBe(A)
    const slow = change(change(opened, B, 'json', 0), C, 'json', 1000)
    expect(undo(slow).text).toBe(B)
  })

  it('has nothing to do again after a new change', () => {
    const branched = change(undo(change(opened, B, 'form', 0)), C, 'form', 5)
    expect(redo(branched)).toBe(branched)
  })

  it('keeps a text that is no JSON, and the document that was last read', () => {
    const broken = change(opened, '{ "kind": ', 'json', 0)
    expect(broken).toMatchObject({ text: '{ "kind": ', broken: true, document: { title: 'A' } })
    expect(change(broken, B, 'json', 5000)).toMatchObject({ broken: false, document: { title: 'B' } })
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

  it('changes nothing where there is nothing to undo', () => {
    expect(undo(opened)).toBe(opened)
    expect(change(opened, A, 'form', 0)).toBe(opened)
  })
})
