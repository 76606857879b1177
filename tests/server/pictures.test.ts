/** The library of pictures: stored once in several widths, described, found, and removed safely. */

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Picture } from '#engine/contract/pictures.ts'
import { sqlBuilder } from '#server/database/database.ts'
import { cleanImage } from '#server/pictures/clean.ts'
import {
  JPEG,
  NARROW_JPEG,
  NARROW_WEBP,
  photo,
  PLACE,
  PNG,
  pngNumbered,
  WEBP,
} from '#tests/support/images.ts'
import { documentNow, edit, publishAll, signInAs } from '#tests/support/publisher.ts'
import { buildServer, signUp, type Client, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let editor: Client
beforeAll(async () => {
  server = await buildServer()
  editor = await signInAs(server, 'owner')
})
afterAll(() => server.close())

const of = (body: Buffer) => body.toString('base64')
type Made = { url: string; picture: Picture }
async function upload(body: Buffer, more: object = {}, client = editor): Promise<Made> {
  const response = await client.post('admin/images', { data: of(body), ...more })
  expect(response.status, response.text).toBe(201)
  return response.body as unknown as Made
}
async function library(client = editor): Promise<Picture[]> {
  return (await client.get('admin/pictures')).body['items'] as Picture[]
}
const found = async (id: string) => (await library()).find((each) => each.id === id)
const bytesOf = async (client: Client, url: string) =>
  (await server.app.inject({ url, headers: { host: client.host } })).rawPayload

describe('an upload', () => {
  it('is stored without the place where the photo was taken', async () => {
    const { url, picture } = await upload(photo(), { name: 'IMG_0001.jpg' })
    expect(picture).toMatchObject({ name: 'IMG_0001.jpg', width: 16, height: 12, removed: null })
    const seen = await bytesOf(editor, url)
    expect(seen.includes(PLACE)).toBe(false)
    expect(seen.equals(cleanImage(JPEG)!.body)).toBe(true)
    const [row] = await server.context.database.tenant(server.tenant.id, (tx) =>
      tx.all<{ body: Buffer }>({
        compile: () =>
          sql<{ body: Buffer }>`SELECT body FROM images WHERE sha = ${picture.id}`.compile(
            sqlBuilder,
          ),
      }),
    )
    expect(row!.body.includes(PLACE), 'in the database').toBe(false)
  })

  it('that an older version stored as it came is served without it too', async () => {
    await server.context.database.owner(server.tenant.id, (tx) =>
      tx.run({
        compile: () =>
          sql`INSERT INTO images (tenant_id, sha, type, body) VALUES (${server.tenant.id}, ${'a'.repeat(20)}, 'image/jpeg', ${photo(6)})`.compile(
            sqlBuilder,
          ),
      }),
    )
    const seen = await bytesOf(editor, `/api/images/${'a'.repeat(20)}.jpg`)
    expect([seen.length > 200, seen.includes(PLACE)]).toEqual([true, false])
    expect(await found('a'.repeat(20))).toMatchObject({ name: '', words: {}, width: null })
  })

  it('is served in the narrowest width that is wide enough', async () => {
    const { url, picture } = await upload(WEBP, { versions: [of(NARROW_WEBP)] })
    expect(picture.widths).toEqual([8])
    const narrow = cleanImage(NARROW_WEBP)!.body
    const wide = cleanImage(WEBP)!.body
    for (const [asked, expected] of [
      ['', wide],
      ['?w=5', narrow],
      ['?w=8', narrow],
      ['?w=9', wide],
      ['?w=1280', wide],
    ] as const)
      expect((await bytesOf(editor, url + asked)).equals(expected), asked).toBe(true)
    expect((await editor.get(`${url.replace('/api/', '')}?w=x`)).status).toBe(422)
  })

  it('of a width that isn’t the same picture is refused, and says which', async () => {
    const refused = async (versions: Buffer[]) => {
      const { status, body } = await editor.post('admin/images', {
        data: of(JPEG),
        versions: versions.map(of),
      })
      return [status, body.code, (body['fields'] as { pointer: string }[])[0]?.pointer]
    }
    expect(await refused([JPEG])).toEqual([422, 'image/invalid', '/versions/0'])
    expect(await refused([NARROW_JPEG, photo(6)])).toEqual([422, 'image/invalid', '/versions/1'])
    expect(await refused([Buffer.from('<svg/>')])).toEqual([422, 'image/invalid', '/versions/0'])
  })

  it('of the same picture again keeps what is known about it', async () => {
    const words = { en: 'A school in the hills', af: '' }
    const first = await upload(PNG, { name: 'school.png', words })
    const again = await upload(PNG, { words: { af: '’n Skool in die heuwels' } })
    expect(again.url).toBe(first.url)
    expect(again.picture).toMatchObject({
      name: 'school.png',
      words: { en: 'A school in the hills', af: '’n Skool in die heuwels' },
    })
    expect((await library()).filter(({ id }) => id === first.picture.id)).toHaveLength(1)
  })
})

describe('a picture in the library', () => {
  it('is renamed and described, by language', async () => {
    const { picture } = await upload(pngNumbered(1), { name: 'DSC_1.png' })
    const changed = await editor.patch(`admin/pictures/${picture.id}`, {
      name: ' Our hall ',
      words: { en: 'Learners in a hall\nat desks', sw: '  ' },
    })
    expect(changed.status, changed.text).toBe(200)
    expect(await found(picture.id)).toMatchObject({
      name: 'Our hall',
      words: { en: 'Learners in a hall at desks' },
    })
    const bad = await editor.patch(`admin/pictures/${picture.id}`, { words: { __x: 'y' } })
    expect([bad.status, bad.body.code]).toEqual([422, 'request/invalid'])
  })

  it('can’t be removed while a draft, a live document or a record shows it', async () => {
    const { url, picture } = await upload(pngNumbered(2), { name: 'logo.png' })
    const remove = () => editor.delete(`admin/pictures/${picture.id}`)
    const withLogo = (logo: string | undefined) => (config: { images: { logo?: string } }) => {
      if (logo === undefined) delete config.images.logo
      else config.images.logo = logo
    }
    await edit(editor, 'config/default', withLogo(url) as never)
    const inDraft = await remove()
    expect([inDraft.status, inDraft.body.code, inDraft.body['uses']]).toEqual([
      409,
      'image/used',
      [{ kind: 'draft', name: 'config/default' }],
    ])
    const first = await publishAll(editor)
    await edit(editor, 'config/default', withLogo(undefined) as never)
    expect((await remove()).body['uses'], 'live, and no longer in the draft').toEqual([
      { kind: 'live', name: 'config/default' },
    ])
    await publishAll(editor)
    expect((await remove()).status).toBe(204)
    expect((await found(picture.id))?.removed).toMatch(/^20/)

    // A release that shows it is restored: it is there.
    expect((await editor.post(`admin/releases/${first}/rollback`, {})).status).toBe(201)
    expect(((await documentNow(editor, 'config/default')) as never)['images']).toMatchObject({
      logo: url,
    })
    expect((await bytesOf(editor, url)).length).toBeGreaterThan(50)
    expect((await found(picture.id))?.uses).toEqual([{ kind: 'live', name: 'config/default' }])
    expect((await editor.post(`admin/pictures/${picture.id}/restore`)).status).toBe(204)
    expect((await found(picture.id))?.removed).toBeNull()
  })

  it('that nobody has described is named by the check of the drafts that show it', async () => {
    const { url, picture } = await upload(pngNumbered(6), { name: 'field.png' })
    const logo = (config: { images: { logo?: string } }) => {
      config.images.logo = url
    }
    await edit(editor, 'config/default', logo as never)
    const problems = async () => (await editor.post('admin/check')).body['problems']
    expect(await problems()).toEqual([
      expect.objectContaining({
        code: 'picture/undescribed',
        document: 'config/default',
        pointer: '/images/logo',
        severity: 'warning',
        message: expect.stringContaining('“field.png”') as string,
      }),
    ])
    await editor.patch(`admin/pictures/${picture.id}`, { words: { af: '’n Veld' } })
    expect(await problems(), 'only in another language').toHaveLength(1)
    await editor.patch(`admin/pictures/${picture.id}`, { words: { en: 'A field' } })
    expect(await problems()).toEqual([])
    const { headers } = await editor.get('admin/documents/config/default')
    const etag = String(headers['etag'])
    await editor.send('DELETE', 'admin/drafts/config/default', undefined, { 'if-match': etag })
  })

  it('is back if its file is uploaded again', async () => {
    const { picture } = await upload(pngNumbered(3), { name: 'three' })
    expect((await editor.delete(`admin/pictures/${picture.id}`)).status).toBe(204)
    expect((await editor.delete(`admin/pictures/${picture.id}`)).status, 'twice').toBe(204)
    const again = await upload(pngNumbered(3))
    expect(again.picture).toMatchObject({ name: 'three', removed: null })
  })

  it('is nobody else’s', async () => {
    const { url, picture } = await upload(pngNumbered(4), { words: { en: 'Ours' } })
    const other = await server.another()
    const theirs = await signInAs({ ...server, ...other }, 'owner')
    expect(await library(theirs)).toEqual([])
    expect((await theirs.get(url.replace('/api/', ''))).status).toBe(404)
    for (const response of [
      await theirs.patch(`admin/pictures/${picture.id}`, { name: 'x' }),
      await theirs.delete(`admin/pictures/${picture.id}`),
      await theirs.post(`admin/pictures/${picture.id}/restore`),
    ])
      expect([response.status, response.body.code]).toEqual([404, 'request/not-found'])
    // The same picture, but a row of their own.
    const same = await upload(pngNumbered(4), {}, theirs)
    expect(same.picture.words).toEqual({})
  })

  it('is changed by those who edit, looked at by all in the console, and by no learner', async () => {
    const { picture } = await upload(pngNumbered(5))
    const statuses = async (client: Client) => [
      (await client.get('admin/pictures')).status,
      (await client.patch(`admin/pictures/${picture.id}`, { name: 'five' })).status,
      (await client.post('admin/images', { data: of(pngNumbered(5)) })).status,
    ]
    expect(await statuses(await signInAs(server, 'viewer'))).toEqual([200, 403, 403])
    expect(await statuses(await signInAs(server, 'editor'))).toEqual([200, 200, 201])
    expect(await statuses((await signUp(server)).client)).toEqual([403, 403, 403])
  })

  it('leaves a trace of who did what', async () => {
    const entries = (await editor.get('admin/audit')).body['items'] as { action: string }[]
    for (const action of ['image.add', 'image.change', 'image.remove', 'image.restore'])
      expect(entries.map((each) => each.action)).toContain(action)
  })
})
