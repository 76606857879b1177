/**
 * Three hundred hostile strings (risks B4), wherever a user or a tenant can enter text: a profile,
 * every text of a language, names and titles, cohorts, messages of releases, addresses. Drawn in a
 * browser with the content security policy and without it: none of them runs, none becomes markup,
 * and the policy has nothing to report.
 */

import type { BrowserContext, Page } from '@playwright/test'
import { scriptIssues } from '#engine/documents/links.ts'
import { numbersIn, packed, PAYLOADS } from './support/payloads.ts'
import { Publisher } from './support/publisher.ts'
import { expect, REFUSED, test } from './support/strict.ts'

type Texts = { readonly [key: string]: string | Texts }
type Person = { readonly id: string; readonly email: string }

const TABS = 4
/** Pages for signed-out visitors; rendered on the server before any script runs. */
const OUTSIDE = ['/home', '/login', '/signup/create-account', '/terms', '/theme']
const INSIDE = [
  '/reports/personality-guide',
  '/reports/value-scales/quiz',
  '/navigators/careers/all',
  '/settings/account',
]
const CONSOLE = [
  '/admin',
  '/admin/documents',
  '/admin/document/menu/main',
  '/admin/document/config/default',
  '/admin/publish',
  '/admin/releases',
  '/admin/audit',
  '/admin/people',
  '/admin/vouchers',
  '/admin/brand',
  '/admin/why',
]
/** An address may contain anything too. */
const inAddress = (payload: string) => {
  const value = encodeURIComponent(payload)
  return [
    `/login?loginError=${value}&redirect=${value}`,
    `/navigators/careers/all?search=${value}`,
    `/cv?section=${value}`,
    `/${value}#${value}`,
  ]
}

/**
 * Those that are allowed as texts: one that begins like a script URL is refused before it can be
 * shown.
 */
const TEXTS = PAYLOADS.filter((payload) => scriptIssues({ text: payload }, []).length === 0)

/** The name of the button that opens the help. */
const HELP = PAYLOADS[0]!
const NAME = '"><img src=x onerror=ran(20)></title><svg onload=ran(29)>'

/** Drafts as a user would see them. */
const previews = { inside: '', outside: '' }

test.describe.configure({ mode: 'serial' })
test.use({ apart: 'payloads' })
test.beforeAll(async ({ product }) => {
  const owner = await Publisher.of(product)
  const base = await owner.live()
  await owner.draft({
    kind: 'locale',
    id: 'en',
    edit: (document) => ({ ...document, texts: hostile(document['texts'] as Texts) }),
  })
  await owner.draft({
    kind: 'config',
    id: 'default',
    edit: (document) => ({ ...document, appName: NAME }),
  })
  // One page with all of them, as a title and as rich text; it needs no session, so the server
  // renders it too.
  const keys = TEXTS.map((_, n) =>
    textKeys[n] === 'frame.help' ? textKeys[n + TEXTS.length]! : textKeys[n]!,
  )
  const blocks = (from: number, to: number) =>
    keys
      .slice(from, to)
      .map((key, n) => ({ id: `text-${n}`, type: 'text-block', props: { title: key, text: key } }))
  const half = Math.ceil(TEXTS.length / 2)
  await owner.draft({
    kind: 'screen',
    id: 'terms',
    edit: ({ data: _data, ...document }) => ({
      ...document,
      children: [
        { id: 'title', type: 'page-title', props: { title: 'page.terms' } },
        { id: 'first', type: 'section', children: blocks(0, half) },
        { id: 'second', type: 'section', children: blocks(half, TEXTS.length) },
      ],
    }),
  })
  const titles = packed({ title: 160 })
  const { items } = await owner.send<{ items: { kind: string; id: string }[] }>(
    'GET',
    'admin/documents',
  )
  for (const [index, { kind, id }] of items
    .filter((each) => ['menu', 'flow', 'rule', 'help', 'list'].includes(each.kind))
    .entries()) {
    await owner.draft({
      kind,
      id,
      edit: (document) => ({ ...document, title: titles[index % titles.length]!.title }),
    })
  }
  const people = (await owner.send<{ items: Person[] }>('GET', 'admin/users')).items
  const names = packed({ name: 120, institution: 120 })
  for (const [index, { id }] of people.entries()) {
    await owner.send('PUT', `admin/users/${id}/cohort`, {
      cohort: { ...names[index % names.length]!, assessments: ['holland_code'] },
    })
  }
  await owner.send('POST', 'admin/vouchers', {
    plan: 'power',
    count: 1,
    uses: 1,
    cohort: { ...names.at(-1)!, assessments: ['holland_code'] },
  })
  const previewAt = async (stage: string) =>
    (
      await owner.send<{ url: string }>('POST', 'admin/previews', {
        persona: { plan: 'powerPlus', stage, country: 'ZA', language: 'en' },
        path: '/',
      })
    ).url.replace(/\/$/, '')
  previews.inside = await previewAt('fullAccess')
  // Publishing refuses these texts, so they are made live by bypassing it, as if it had failed.
  await product.rows(
    `WITH made AS (
       INSERT INTO releases (tenant_id, id, number, kind, base, manifest, changes, message, created_at)
       SELECT previews.tenant_id, gen_random_uuid(), number, 'publish', $1, previews.manifest, '[]', message, now()
       FROM previews, unnest($2::text[]) WITH ORDINALITY AS messages (message, number) RETURNING tenant_id, id, number)
     INSERT INTO live_releases (tenant_id, release_id) SELECT tenant_id, id FROM made WHERE number = 1`,
    [base, packed({ message: 400 }).map(({ message }) => message)],
  )
  await expect.poll(() => owner.live(), { timeout: 20_000 }).not.toBe(base)
  // With a chat configured there is help; in a preview its script never loads.
  await owner.draft({
    kind: 'config',
    id: 'default',
    edit: (document) => ({
      ...document,
      integrations: { crispChatId: '01234567-89ab-cdef-0123-456789abcdef' },
    }),
  })
  previews.outside = await previewAt('signedOut')
  await owner.close()
})

/** Keys of the language's texts, in its order. */
const textKeys: string[] = []

/** Every text is replaced by one of them, in turn. */
function hostile(texts: Texts): Texts {
  const visit = (group: Texts, prefix: string): Texts =>
    Object.fromEntries(
      Object.entries(group).map(([key, value]) => [
        key,
        typeof value === 'string'
          ? TEXTS[(textKeys.push(prefix + key) - 1) % TEXTS.length]!
          : visit(value, `${prefix}${key}.`),
      ]),
    )
  const all = visit(texts, '')
  return { ...all, frame: { ...(all['frame'] as Texts), help: HELP } }
}

/** What became of the payloads on the pages of a browser. */
class Watch {
  /** Calls that a payload made. */
  readonly ran: string[] = []
  /** Markup that no page of ours has. */
  readonly markup: string[] = []
  /** Payloads that were on a page, as text. */
  readonly seen = new Set<number>()

  async begin(context: BrowserContext): Promise<void> {
    await context.exposeBinding(
      'ran',
      ({ page }, n: unknown) => void this.ran.push(`ran(${String(n)}) at ${page.url()}`),
    )
    context.on('dialog', (dialog) => {
      this.ran.push(`${dialog.type()}(${dialog.message()}) at ${dialog.page()?.url()}`)
      void dialog.dismiss()
    })
  }

  async look(page: Page): Promise<void> {
    await page.waitForLoadState('networkidle')
    for (const frame of page.frames()) {
      const { text, markup } = await frame.evaluate(() => {
        const elements = [...document.querySelectorAll('*')]
        const attributes = elements.flatMap((element) =>
          [...element.attributes].map(({ name, value }) => ({ element, name, value })),
        )
        const foreign = attributes.filter(
          ({ name, value }) =>
            name.startsWith('on') ||
            name === 'srcdoc' ||
            (/^(?:href|src|action|formaction|data|background|xlink:href)$/.test(name) &&
              /^[\0-\x20]*(?:javascript|vbscript|data:text)/i.test(value)),
        )
        const strange = elements.filter((element) =>
          element.matches(
            'script:not([src^="/assets/"]), object, embed, base, marquee, math, template, noembed, xmp, svg :is(script, animate, set, foreignObject, style)',
          ),
        )
        return {
          text: [
            document.documentElement.textContent,
            ...attributes.map(({ value }) => value),
            ...elements.map((element) => (element as HTMLInputElement).value ?? ''),
          ].join('\n'),
          markup: [...foreign.map(({ element }) => element), ...strange].map(({ outerHTML }) =>
            outerHTML.slice(0, 200),
          ),
        }
      })
      for (const n of numbersIn(text)) this.seen.add(n)
      this.markup.push(...markup.map((each) => `${each} at ${page.url()}`))
    }
  }

  /** Several pages at once, because they mostly wait. */
  async visit(context: BrowserContext, paths: readonly string[]): Promise<void> {
    const waiting = [...paths]
    const tab = async () => {
      const page = await context.newPage()
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        await page.goto(path)
        await this.look(page)
      }
      await page.close()
    }
    await Promise.all(Array.from({ length: TABS }, tab))
  }
}

/** A profile refuses control characters (tests/server/users.test.ts): the rest of the string is tried. */
function withoutControls(values: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      // Control characters are what is taken out of them.
      // oxlint-disable-next-line no-control-regex
      value?.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, ''),
    ]),
  )
}

for (const policy of ['with the policy', 'without it'] as const) {
  test.describe(`${PAYLOADS.length} hostile strings, ${policy}`, () => {
    test.use({ bypassCSP: policy === 'without it' })

    test('remain text in a profile', async ({ context, learner, page }) => {
      const watch = new Watch()
      await watch.begin(context)
      await learner.logInByCall('done@demo.test')
      for (const { about, ...names } of packed({
        nickname: 60,
        firstName: 120,
        lastName: 120,
        jobTitle: 120,
        about: 2000,
      })) {
        await learner.call('PATCH', 'users/profile', withoutControls(names))
        await learner.call('PUT', 'users/about', withoutControls({ about }))
        await watch.visit(context, ['/profile/home', '/cv?section=basicInfo', '/cv?section=about'])
      }
      await page.goto('/profile/home')
      await page.getByRole('banner').getByRole('button').last().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await watch.look(page)
      expect(watch.ran).toEqual([])
      expect(watch.markup).toEqual([])
      expect(watch.seen.size).toBe(PAYLOADS.length)
    })

    test('remain text in every text of a tenant, live and in a preview, and in an address', async ({
      context,
      learner,
      page,
      strict,
    }) => {
      // The simulated user of a preview has taken nothing; the other one has taken everything, so
      // an address of a quiz begins nothing.
      strict.allow(REFUSED(404), REFUSED(409))
      const watch = new Watch()
      await watch.begin(context)
      await watch.visit(context, [
        ...OUTSIDE,
        ...inAddress(
          'javascript:ran(0)//"></title></script><script>ran(1)</script><img src=x onerror=ran(2)>',
        ),
      ])
      await page.goto(`${previews.outside}/terms`)
      await page.getByRole('button', { name: HELP, exact: true }).click()
      await watch.look(page)
      await learner.logInByCall('done@demo.test')
      await watch.visit(context, [
        ...INSIDE,
        ...['/profile/home', '/terms', '/navigators/careers/all'].map(
          (path) => previews.inside + path,
        ),
      ])
      expect(watch.ran).toEqual([])
      expect(watch.markup).toEqual([])
      // What looks like a placeholder is filled in, with nothing.
      expect(
        PAYLOADS.filter(
          (payload, n) => !watch.seen.has(n) && !payload.includes('{{') && TEXTS.includes(payload),
        ),
      ).toEqual([])
      expect(TEXTS.length).toBeGreaterThan(0.8 * PAYLOADS.length)
    })

    test('remain text in the console', async ({ context, learner }) => {
      const watch = new Watch()
      await watch.begin(context)
      await learner.logInByCall('owner@demo.test')
      await watch.visit(context, CONSOLE)
      expect(watch.ran).toEqual([])
      expect(watch.markup).toEqual([])
      expect(watch.seen.size).toBe(PAYLOADS.length)
    })
  })
}

test('the strings do run if they are inserted as markup, and the policy alone would stop them', async ({
  browser,
  product,
}) => {
  const numbers = async (
    bypassCSP: boolean,
  ): Promise<{ ran: ReadonlySet<number>; markup: number; refused: number }> => {
    // Apart from the others: here something goes wrong on purpose.
    const context = await browser.newContext({ baseURL: product.url, bypassCSP })
    const watch = new Watch()
    await watch.begin(context)
    const page = await context.newPage()
    await page.goto('/terms')
    await page.waitForLoadState('networkidle')
    const refused = await page.evaluate((payloads) => {
      let refusals = 0
      for (const payload of payloads) {
        try {
          document.body.appendChild(document.createElement('div')).innerHTML = payload
        } catch {
          refusals++
        }
      }
      return refusals
    }, PAYLOADS)
    await page.waitForLoadState('networkidle')
    await watch.look(page)
    await context.close()
    return { ran: new Set(watch.ran.flatMap(numbersIn)), markup: watch.markup.length, refused }
  }
  const without = await numbers(true)
  expect(without.refused).toBe(0)
  expect(without.ran.size).toBeGreaterThan(60)
  expect(without.markup).toBeGreaterThan(without.ran.size)
  const within = await numbers(false)
  expect(within.ran.size).toBe(0)
  expect(within.markup).toBe(0)
  // Without a `<` it is text to a browser too.
  expect(within.refused).toBe(PAYLOADS.filter((payload) => payload.includes('<')).length)
})
