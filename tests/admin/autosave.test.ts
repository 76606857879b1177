import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConsoleResponse, ConsoleCall } from '#admin/parts/client.ts'
import { AFTER_MS, Autosave, type Kept, type Report } from '#admin/editor/autosave.ts'

const doc = (title: string) => ({ kind: 'menu', id: 'main', title })
const text = (title: string) => JSON.stringify(doc(title))
const saved = (etag: string): ConsoleResponse => ({
  status: 200,
  value: {
    draft: { revision: 1, by: 'a@b.test', at: '2026-01-01T08:00:00Z' },
    overlay: [],
    problems: [],
  },
  etag,
})

function setUp(answers: (ConsoleResponse | Error | Promise<ConsoleResponse>)[]) {
  const calls: ConsoleCall[] = []
  const reports: Report[] = []
  let kept: Kept | null = null
  const autosave = new Autosave({
    call: async (call) => {
      calls.push(call)
      const answer = await answers.shift()
      if (answer === undefined) throw new Error('one call too many')
      if (answer instanceof Error) throw answer
      return answer
    },
    path: 'admin/drafts/menu/main',
    draftStore: { read: () => kept, write: (next) => void (kept = next) },
    base: doc('A'),
    etag: '"0-a"',
    onReport: (report) => reports.push(report),
  })
  return {
    autosave,
    calls,
    reports,
    kept: () => kept,
    states: () => reports.map(({ state }) => state),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('autosave', () => {
  it('saves a moment after the last change, against the version that the change was made on', async () => {
    const { autosave, calls, states, kept } = setUp([saved('"1-b"')])
    autosave.change(text('B'))
    await vi.advanceTimersByTimeAsync(AFTER_MS - 1)
    autosave.change(text('C'))
    await vi.advanceTimersByTimeAsync(AFTER_MS - 1)
    expect(calls).toEqual([])
    expect(kept()).toEqual({ text: text('C'), base: doc('A'), etag: '"0-a"' })
    await vi.advanceTimersByTimeAsync(1)
    expect(calls).toEqual([
      {
        path: 'admin/drafts/menu/main',
        method: 'PUT',
        body: { document: doc('C') },
        ifMatch: '"0-a"',
      },
    ])
    expect(states()).toEqual(['waiting', 'waiting', 'saving', 'saved'])
    expect(kept()).toBeNull()
  })

  it('saves what was typed while a save was on its way, with the new ETag', async () => {
    let finish: (answer: ConsoleResponse) => void = () => undefined
    const { autosave, calls, kept } = setUp([
      new Promise((resolve) => (finish = resolve)),
      saved('"2-c"'),
    ])
    autosave.change(text('B'))
    await vi.advanceTimersByTimeAsync(AFTER_MS)
    autosave.change(text('C'))
    const flushed = autosave.flush()
    expect(calls).toHaveLength(1)
    finish(saved('"1-b"'))
    await flushed
    expect(calls.map(({ ifMatch, body }) => [ifMatch, body])).toEqual([
      ['"0-a"', { document: doc('B') }],
      ['"1-b"', { document: doc('C') }],
    ])
    expect(kept()).toBeNull()
  })

  it('keeps what it can’t send, and sends it once there is a connection', async () => {
    const { autosave, calls, states, kept } = setUp([new Error('no signal'), saved('"1-b"')])
    autosave.change(text('B'))
    await vi.advanceTimersByTimeAsync(AFTER_MS)
    expect(states().at(-1)).toBe('offline')
    expect(kept()).toMatchObject({ text: text('B') })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(calls).toHaveLength(2)
    expect(states().at(-1)).toBe('saved')
    expect(kept()).toBeNull()
  })

  it('keeps text that isn’t JSON, and never sends it', async () => {
    const { autosave, calls, states, kept } = setUp([])
    autosave.change('{ "kind"')
    await vi.advanceTimersByTimeAsync(AFTER_MS * 10)
    expect(calls).toEqual([])
    expect(states()).toEqual(['broken'])
    expect(kept()).toMatchObject({ text: '{ "kind"', base: doc('A') })
  })

  it('sends null for a document that is removed', async () => {
    const { autosave, calls } = setUp([saved('"1-none"')])
    autosave.change('')
    await autosave.flush()
    expect(calls[0]?.body).toEqual({ document: null })
  })

  it('says what the server refused, and tries again with the next change', async () => {
    const { autosave, reports, calls } = setUp([
      { status: 422, value: { code: 'request/invalid', message: 'No.' }, etag: null },
      saved('"1-c"'),
    ])
    autosave.change(text('B'))
    await autosave.flush()
    expect(reports.at(-1)).toEqual({ state: 'refused', message: 'No.', problems: [] })
    autosave.change(text('C'))
    await autosave.flush()
    expect(calls.at(-1)?.ifMatch).toBe('"0-a"')
    expect(reports.at(-1)?.state).toBe('saved')
  })
})

describe('a save that exceeds the limits', () => {
  it('says what is too large and where, and stays on this device', async () => {
    const problems = [
      {
        code: 'document/hostile',
        document: 'menu/main',
        pointer: '/items/a',
        message: 'nested deeper than 24 levels',
        severity: 'error',
      },
    ]
    const { autosave, reports, kept } = setUp([
      {
        status: 422,
        value: { code: 'draft/out-of-bounds', message: 'Too big.', problems },
        etag: null,
      },
    ])
    autosave.change(text('B'))
    await autosave.flush()
    expect(reports.at(-1)).toEqual({
      state: 'refused',
      message: 'Too big. Items › A: nested deeper than 24 levels.',
      problems,
    })
    expect(kept()).toMatchObject({ text: text('B') })
  })
})

describe('a save that another user got ahead of', () => {
  const stale: ConsoleResponse = {
    status: 412,
    value: { code: 'draft/stale', message: '', theirs: doc('T'), etag: '"7-t"' },
    etag: null,
  }

  it('waits for a decision, sending nothing more and losing nothing', async () => {
    const { autosave, calls, reports, kept } = setUp([stale])
    autosave.change(text('B'))
    await autosave.flush()
    expect(reports.at(-1)).toEqual({
      state: 'stale',
      stale: { base: doc('A'), mine: doc('B'), theirs: doc('T'), etag: '"7-t"' },
    })
    autosave.change(text('C'))
    await vi.advanceTimersByTimeAsync(AFTER_MS * 2)
    expect(calls).toHaveLength(1)
    expect(kept()).toMatchObject({ text: text('C') })
  })

  it('continues from the other version once the conflict is decided', async () => {
    const { autosave, calls, reports, kept } = setUp([stale, saved('"8-m"')])
    autosave.change(text('B'))
    await autosave.flush()
    autosave.decide(text('merged'), doc('T'), '"7-t"')
    await autosave.flush()
    expect(calls[1]).toMatchObject({ body: { document: doc('merged') }, ifMatch: '"7-t"' })
    expect(reports.at(-1)?.state).toBe('saved')
    expect(kept()).toBeNull()
  })

  it('is no conflict if both did the same, or if the response to the same save was lost', async () => {
    const { autosave, reports, kept } = setUp([
      { status: 412, value: { theirs: doc('B'), etag: '"7-b"' }, etag: null },
    ])
    autosave.change(text('B'))
    await autosave.flush()
    expect(reports.at(-1)?.state).toBe('saved')
    expect(autosave.etag).toBe('"7-b"')
    expect(kept()).toBeNull()
  })
})

it('saves on leaving, and doesn’t notify a page that is gone', async () => {
  const { autosave, calls, states } = setUp([saved('"1-b"')])
  autosave.change(text('B'))
  expect(await autosave.close(), 'whoever comes next has to look again').toBe(true)
  expect(calls).toHaveLength(1)
  expect(states()).toEqual(['waiting'])
})

it('does nothing on leaving if nothing was changed or if it couldn’t be saved', async () => {
  const idle = setUp([])
  expect(await idle.autosave.close()).toBe(false)
  const cut = setUp([new Error('no signal')])
  cut.autosave.change(text('B'))
  expect(await cut.autosave.close()).toBe(false)
  expect(cut.kept()).toEqual({ text: text('B'), base: doc('A'), etag: '"0-a"' })
})
