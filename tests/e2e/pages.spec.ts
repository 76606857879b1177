/**
 * Every page that there is, in English, in Afrikaans and from right to left, light and dark, on a
 * small phone and on a desktop: accessible (axe, WCAG 2.2 A and AA), no horizontal overflow, one
 * first heading, a title. Axe runs where results can differ: structure and colours on both widths,
 * positions in every language and direction. A page's direction is switched in place, because all
 * our styles follow `dir`.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { Learner, textsIn, type Language } from './support/journey.ts'
import { EXPLORER_PAGES, type Place } from './support/explorerpages.ts'
import { root, type Product } from './support/product.ts'
import { expect, test } from './support/strict.ts'

/** The script itself, from the package made for Playwright. */
const AXE = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
    'axe-core/axe.min.js',
  ),
  'utf8',
)

type Person = {
  readonly who: string
  /** Signs in this user; without it the visitor is signed out. */
  readonly enter?: (learner: Learner) => Promise<unknown>
  readonly places: readonly Place[]
}

const demo = (account: string) => (learner: Learner) => learner.logInByCall(`${account}@demo.test`)

const PEOPLE: readonly Person[] = [
  {
    who: 'nobody',
    places: [
      { screen: 'home', path: '/home' },
      { screen: 'home-pluggedin', path: '/home', tenant: 'pluggedin' },
      { screen: 'login', path: '/login' },
      { screen: 'recover', path: '/recover' },
      { screen: 'recover', path: '/recover?token=one-of-a-mail' },
      { screen: 'addresses', path: '/phone?for=signup' },
      { screen: 'privacy', path: '/privacy' },
      { screen: 'terms', path: '/terms' },
      { screen: 'not-found', path: '/error/404' },
      { screen: 'whoops', path: '/error/whoops' },
      { screen: 'visitor-start', path: '/start' },
      { screen: 'visitor-quiz', path: '/start/quiz' },
      { screen: 'visitor-result', path: '/start/result' },
    ],
  },
  {
    who: 'who is asked as a guardian',
    enter: async ({ page }) => {
      for (const [state, body] of Object.entries(LINKS))
        await page.route(`**/api/guardian/requests/${state}`, (route) =>
          route.fulfill({ json: body }),
        )
    },
    places: ['open', 'agreed', 'refused', 'withdrawn', 'ended'].map((state) => ({
      screen: 'guardian-answer',
      path: `/guardian/${state}`,
    })),
  },
  {
    who: 'who has just signed up',
    enter: demo('new'),
    places: [{ screen: 'consent', path: '/onboarding/consent' }],
  },
  {
    who: 'who has to confirm an address',
    enter: (learner) => onboardingUpTo(learner, 1),
    places: [{ screen: 'verification', path: '/onboarding/verification' }],
  },
  {
    who: 'without a plan',
    enter: (learner) => onboardingUpTo(learner, 2),
    places: [{ screen: 'redeem-license', path: '/onboarding/redeem-license' }],
  },
  {
    who: 'with a CV that is filled in and sent',
    enter: async (learner) => {
      await learner.onboardByCalls()
      await learner.takeWorkerTypeByCalls()
      await learner.call('PUT', 'users/about', { about: 'I like things that work.' })
      await learner.call('POST', 'users/experiences', {
        jobTitle: 'Choir singer and sound helper',
        employer: 'St Mark’s Church Choir, Mamelodi',
        startDate: '2022-01',
        current: true,
        description: 'Sing alto at services\nSet up microphones',
      })
      await learner.call('POST', 'users/skills', {
        skills: [{ text: 'Counting stock', level: 'skillful' }],
      })
      await learner.call('POST', 'users/cv/shares', { days: 30, hide: ['phone'] })
    },
    places: [
      { screen: 'cv', path: '/cv' },
      { screen: 'cv', path: '/cv?section=experiences' },
      { screen: 'cv-files', path: '/cv?view=files' },
    ],
  },
  {
    who: 'with a result and without a plan',
    enter: async (learner) => {
      await onboardingUpTo(learner, 2)
      await learner.takeWorkerTypeByCalls()
    },
    places: [{ screen: 'worker-type-first', path: '/reports/worker-type' }],
  },
  {
    who: 'who has chosen a plan',
    enter: async (learner) => {
      await learner.page
        .context()
        .addCookies([{ name: 'selected-plan', value: 'power', url: learner.product.url }])
      await onboardingUpTo(learner, 2)
      for (const [path, body] of Object.entries(PAYING))
        await learner.page.route(`**/api/${path}`, (route) => route.fulfill({ json: body }))
    },
    places: [
      { screen: 'checkout', path: '/onboarding/checkout/ZA/power' },
      { screen: 'upgrade-checkout', path: '/settings/account/upgrade/ZA/power' },
      { screen: 'payment', path: '/payments/waiting' },
      { screen: 'payment', path: '/payments/declined' },
      { screen: 'payment', path: '/payments/paid' },
      { screen: 'pay', path: '/pay/sample' },
      { screen: 'demo-pay', path: '/pay/demo/sample' },
    ],
  },
  {
    who: 'whose plan lacks something',
    enter: demo('behaviour'),
    places: [{ screen: 'locked', path: '/locked/CareerExplorer' }],
  },
  {
    who: 'without a profile',
    enter: (learner) => onboardingUpTo(learner, 3),
    places: [{ screen: 'initial-profile', path: '/onboarding/profile' }],
  },
  {
    who: 'before worker type',
    enter: demo('lite'),
    places: [
      { screen: 'worker-type-start', path: '/reports/worker-type' },
      { screen: 'worker-type-practice', path: '/reports/worker-type/quiz-practice' },
      { screen: 'worker-type-quiz', path: '/reports/worker-type/quiz' },
      { screen: 'upgrade', path: '/settings/account/upgrade' },
    ],
  },
  {
    who: 'with a worker type',
    enter: async (learner) => {
      await demo('commit')(learner)
      // The pages of subjects are behind it.
      await learner.call('PUT', 'users/school-curriculum', { schoolCurriculum: 'nsc' })
    },
    places: [
      ...EXPLORER_PAGES,
      { screen: 'cv', path: '/cv' },
      { screen: 'actions', path: '/actions' },
      // Not straight after the page of the same route, whose heading it keeps.
      { screen: 'cv-files', path: '/cv?view=files' },
      { screen: 'settings-account', path: '/settings/account' },
      { screen: 'settings-security', path: '/settings/security' },
      { screen: 'second-lock', path: '/settings/security/second-lock' },
      { screen: 'addresses', path: '/settings/account/address' },
      { screen: 'theme', path: '/theme' },
      { screen: 'not-allowed', path: '/error/not-allowed' },
      { screen: 'personality-guide-start', path: '/reports/personality-guide' },
      { screen: 'personality-guide-practice', path: '/reports/personality-guide/quiz-practice' },
      { screen: 'personality-guide-quiz', path: '/reports/personality-guide/quiz' },
      { screen: 'value-scales-start', path: '/reports/value-scales' },
      { screen: 'value-scales-quiz', path: '/reports/value-scales/quiz' },
      { screen: 'entrepreneurship-start', path: '/reports/entrepreneurship' },
      { screen: 'entrepreneurship-quiz', path: '/reports/entrepreneurship/quiz' },
      { screen: 'learning-styles-start', path: '/reports/learning-styles' },
      { screen: 'learning-styles-practice', path: '/reports/learning-styles/quiz-practice' },
      { screen: 'learning-styles-quiz', path: '/reports/learning-styles/quiz' },
      {
        screen: 'perceiving-emotions-start',
        path: '/reports/emotional-intelligence/perceiving-emotions',
      },
      {
        screen: 'perceiving-emotions-practice',
        path: '/reports/emotional-intelligence/perceiving-emotions/quiz-practice',
      },
      {
        screen: 'perceiving-emotions-quiz',
        path: '/reports/emotional-intelligence/perceiving-emotions/quiz',
      },
      {
        screen: 'understanding-emotions-start',
        path: '/reports/emotional-intelligence/understanding-emotions',
      },
      {
        screen: 'understanding-emotions-practice',
        path: '/reports/emotional-intelligence/understanding-emotions/quiz-practice',
      },
      {
        screen: 'understanding-emotions-quiz',
        path: '/reports/emotional-intelligence/understanding-emotions/quiz',
      },
      {
        screen: 'managing-emotions-start',
        path: '/reports/emotional-intelligence/managing-emotions',
      },
      {
        screen: 'managing-emotions-practice',
        path: '/reports/emotional-intelligence/managing-emotions/quiz-practice',
      },
      {
        screen: 'managing-emotions-quiz',
        path: '/reports/emotional-intelligence/managing-emotions/quiz',
      },
      {
        screen: 'rock-paper-scissors-start',
        path: '/reports/cognitive-ability/rock-paper-scissors',
      },
      {
        screen: 'rock-paper-scissors-quiz',
        path: '/reports/cognitive-ability/rock-paper-scissors/quiz',
      },
      { screen: 'maze-start', path: '/reports/cognitive-ability/maze' },
      { screen: 'maze-quiz', path: '/reports/cognitive-ability/maze/quiz' },
      { screen: 'cv-import', path: '/cv?view=import' },
    ],
  },
  {
    who: 'with every result',
    enter: demo('done'),
    places: [
      { screen: 'personality-guide-report', path: '/reports/personality-guide' },
      { screen: 'areas-of-development', path: '/reports/personality-guide/areas-of-development' },
      { screen: 'value-scales-report', path: '/reports/value-scales' },
      { screen: 'value-scales-lesson', path: '/reports/value-scales/lesson' },
      { screen: 'entrepreneurship-report', path: '/reports/entrepreneurship' },
      { screen: 'entrepreneurship-lesson', path: '/reports/entrepreneurship/lesson' },
      { screen: 'learning-styles-report', path: '/reports/learning-styles' },
      { screen: 'emotional-intelligence-report', path: '/reports/emotional-intelligence' },
      { screen: 'cognitive-ability-report', path: '/reports/cognitive-ability' },
    ],
  },
  {
    who: 'of a research cohort',
    enter: demo('research'),
    places: [
      { screen: 'research-dashboard', path: '/research' },
      {
        screen: 'research-worker-type-start',
        path: '/research/assessments/worker-type/instructions',
      },
      { screen: 'research-worker-type-quiz', path: '/research/assessments/worker-type/quiz' },
      {
        screen: 'research-personality-start',
        path: '/research/assessments/personality-traits/instruction',
      },
      {
        screen: 'research-personality-quiz',
        path: '/research/assessments/personality-traits/quiz',
      },
      { screen: 'research-interests', path: '/research/assessments/interests' },
      {
        screen: 'research-entrepreneurial-intent',
        path: '/research/assessments/entrepreneurial_intent',
      },
      { screen: 'research-ipip', path: '/research/assessments/ipip' },
      { screen: 'research-managing-emotion', path: '/research/assessments/managing_emotion' },
      { screen: 'research-stem-b', path: '/research/assessments/stem_b' },
      { screen: 'research-steu-b', path: '/research/assessments/steu_b' },
    ],
  },
  {
    who: 'who edits the CV',
    enter: demo('commit'),
    // A page between two of the same route, whose heading the next would keep.
    places: [
      'about',
      'names',
      'basicInfo',
      'experiences',
      'experiences&item=new',
      'educations&item=new',
      'achievements&item=new',
      'jobTasks',
      'skills',
      'qualities',
      'interests',
      'references',
      'workerType',
      'personalityGuide',
    ].flatMap((section) => [
      { screen: 'cv', path: `/cv?section=${section}` },
      { screen: 'actions', path: '/actions' },
    ]),
  },
  {
    who: 'who runs the console',
    enter: demo('owner'),
    places: placesOf(
      'admin',
      { kind: 'menu', id: 'main', experiment: 'home-action', recipe: 'page' },
      'console',
    ),
  },
  {
    who: 'who runs the installation',
    enter: demo('operator'),
    places: placesOf('admin', { tenant: 'demo' }, 'installation'),
  },
]

const PAYMENT = {
  id: '0190a0b0-0000-7000-8000-000000000001',
  plan: 'power',
  planName: 'Commit',
  country: 'ZA',
  amount: 39920,
  listAmount: 49900,
  currency: 'ZAR',
  coupon: 'SAVE20',
  seller: 'Tsela',
  receipt: null as string | null,
  createdAt: '2026-11-21T08:00:00Z',
  expiresAt: '2026-11-21T09:00:00Z',
  paidAt: null as string | null,
}
/** Samples, because a payment has an address of its own each time. */
const PAYING: Readonly<Record<string, object>> = {
  'payments/waiting': { ...PAYMENT, state: 'pending' },
  'payments/declined': { ...PAYMENT, state: 'declined' },
  'payments/paid': {
    ...PAYMENT,
    state: 'paid',
    receipt: 'T-20418',
    paidAt: '2026-11-21T08:01:00Z',
  },
  'plans/requests/sample': { ...PAYMENT, state: 'open', firstName: 'Thandi', payable: true },
  'demo/payments/sample': { ...PAYMENT, state: 'pending' },
}

/** Samples, because each link is a secret of its own. */
const ASKED = {
  state: 'open',
  app: 'Tsela',
  account: 'th•••@school.test',
  legalAge: 18,
  version: 1,
  askedAt: '2026-11-21T08:00:00Z',
  expiresAt: '2026-12-05T08:00:00Z',
  answered: null,
  answeredAt: null,
  withdrawnAt: null,
  erased: false,
}
const ANSWERED = { ...ASKED, answered: 1, answeredAt: '2026-11-22T08:00:00Z' }
const LINKS: Readonly<Record<string, object>> = {
  open: ASKED,
  agreed: { ...ANSWERED, state: 'agreed' },
  refused: { ...ANSWERED, state: 'refused' },
  withdrawn: { ...ANSWERED, state: 'withdrawn', withdrawnAt: '2026-11-23T08:00:00Z' },
  ended: { ...ASKED, state: 'ended', account: null },
}

/** These show nothing: they redirect as soon as they know where to. */
const LEADING_ON = ['auth-callback', 'logout']
/** Steps that no shipped configuration asks for: consents.spec.ts opens them. */
const ELSEWHERE = [
  'birth-date',
  'guardian',
  // Drawn as the games above, for cohorts that have them.
  'research-maze',
  'research-rock-paper-scissors',
]

/** A new user, this many steps into onboarding: consents, address, plan. */
async function onboardingUpTo(learner: Learner, steps: number): Promise<void> {
  await learner.call('POST', 'auth/signup', { email: learner.email, password: learner.password })
  await learner.call('PUT', 'users/consents', {
    terms: true,
    marketing: false,
    researchContact: true,
  })
  if (steps > 1)
    await learner.call('POST', 'auth/verify', {
      code: /\d{6}/.exec((await learner.lastMessage()).text)![0],
    })
  if (steps > 2) await learner.call('POST', 'plans/redeem', { code: 'DEMO-LITE' })
}

type Route = {
  readonly path: string
  readonly screen?: string
  readonly screens?: readonly { readonly screen: string }[]
  readonly needs?: readonly string[]
}

function routesOf(file: string): readonly Route[] {
  return (
    JSON.parse(readFileSync(join(root, 'schemas', 'routes', file), 'utf8')) as { routes: Route[] }
  ).routes
}

/** The pages of a group, all seen by one user. @param values for the parameters of their paths */
function placesOf(group: string, values: Readonly<Record<string, string>>, need: string): Place[] {
  return routesOf(`${group}.json`).flatMap(({ path, screen, needs = [] }) =>
    screen === undefined || !needs.includes(need)
      ? []
      : [{ screen, path: path.replace(/:(\w+)\??/g, (_whole, name: string) => values[name]!) }],
  )
}

/** Every screen that some route draws. */
function screensOfRoutes(): Set<string> {
  const routes = readdirSync(join(root, 'schemas', 'routes')).flatMap(routesOf)
  return new Set(
    routes.flatMap(({ screen, screens = [] }) => [
      ...(screen === undefined ? [] : [screen]),
      ...screens.map((each) => each.screen),
    ]),
  )
}

const PHONE = { width: 360, height: 640 }
const DESKTOP = { width: 1280, height: 800 }
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/**
 * Rules whose result another language or direction can change: all others depend on the page's
 * structure or colours.
 */
const OF_THE_PLACE = ['target-size', 'scrollable-region-focusable']
/** Rules whose result another language can change too: what has no words of its own there. */
const OF_THE_WORDS = [
  ...OF_THE_PLACE,
  'aria-command-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'html-lang-valid',
  'image-alt',
  'input-button-name',
  'label',
  'link-name',
  'role-img-alt',
  'select-name',
  'svg-img-alt',
  'valid-lang',
]
const RULES = { place: OF_THE_PLACE, words: OF_THE_WORDS }
/**
 * The pages on which the frames are checked in every scheme and width: they are the same around all
 * other pages.
 */
const FRAMES = ['home', 'consent', 'profile-home', 'worker-type-quiz', 'admin']

/**
 * `EVERY=1` checks everything everywhere, which takes twice as long; other runs leave out what
 * can't differ.
 */
const EVERY = process.env['EVERY'] === '1'

type Look = {
  readonly direction: 'ltr' | 'rtl'
  readonly scheme: 'light' | 'dark'
  readonly width: number
  readonly axe: 'all' | keyof typeof RULES
}
type Mode = { readonly name: string; readonly language: Language; readonly looks: readonly Look[] }

const MODES: readonly Mode[] = [
  {
    name: 'in English, and from right to left',
    language: 'en',
    looks: [
      { direction: 'ltr', scheme: 'light', width: PHONE.width, axe: 'all' },
      { direction: 'rtl', scheme: 'dark', width: PHONE.width, axe: 'all' },
      { direction: 'rtl', scheme: 'light', width: DESKTOP.width, axe: 'place' },
      { direction: 'ltr', scheme: 'dark', width: DESKTOP.width, axe: 'all' },
    ],
  },
  {
    name: 'in Afrikaans',
    language: 'af',
    looks: [
      { direction: 'ltr', scheme: 'light', width: PHONE.width, axe: 'words' },
      { direction: 'ltr', scheme: 'dark', width: DESKTOP.width, axe: 'place' },
    ],
  },
]

test('every screen of every route is covered here', () => {
  const looked = new Set(PEOPLE.flatMap(({ places }) => places.map(({ screen }) => screen)))
  expect(
    [...screensOfRoutes()].filter(
      (screen) => ![...looked, ...LEADING_ON, ...ELSEWHERE].includes(screen),
    ),
  ).toEqual([])
})

test('a page can be requested in a right-to-left layout', async ({ page, learner }) => {
  await page.goto('/home?dir=rtl')
  await expect(learner.heading('home.title')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
})

test('the frames are among them', () => {
  const looked = PEOPLE.flatMap(({ places }) => places.map(({ screen }) => screen))
  expect(FRAMES.filter((screen) => !looked.includes(screen))).toEqual([])
})

/** So many pages a test: one that fails is tried again without the others. */
const PAGES_A_TEST = 15

function partsOf(places: readonly Place[]): readonly (readonly Place[])[] {
  const count = Math.ceil(places.length / PAGES_A_TEST)
  const size = Math.ceil(places.length / count)
  return Array.from({ length: count }, (_, index) => places.slice(index * size, (index + 1) * size))
}

// These take longest, so each is a separate test.
test.describe.configure({ mode: 'parallel' })
for (const mode of MODES) {
  for (const person of PEOPLE) {
    for (const [index, places] of partsOf(person.places).entries()) {
      test(`every page is accessible and fits its screen, ${mode.name}: ${person.who} (${index + 1})`, async ({
        browser,
        product,
        strict,
      }) => {
        test.setTimeout(180_000)
        const found: string[] = []
        const page = await openAs(person, mode, browser, product)
        await strict.watch(page.context())
        for (const place of places) {
          const address =
            (place.tenant === undefined ? product.url : product[place.tenant]) + place.path
          await test.step(place.path, async () =>
            found.push(...(await lookAt(page, address, place, mode))),
          )
        }
        await page.context().close()
        expect(found).toEqual([])
      })
    }
  }
}

async function openAs(
  { enter }: Person,
  { language }: Mode,
  browser: Browser,
  product: Product,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: PHONE,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  await context.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
    },
    { language },
  )
  await context.addCookies(
    [product.url, product.pluggedin].map((url) => ({ name: 'language', value: language, url })),
  )
  const page = await context.newPage()
  await enter?.(new Learner(page, product, language))
  return page
}

/** @returns what is wrong with a page, each with the page and the look in which it was found */
async function lookAt(
  page: Page,
  address: string,
  { screen, path }: Place,
  { name, language, looks }: Mode,
): Promise<string[]> {
  const found: string[] = []
  // From one page to the next with the app's own navigation: reloading for each would take as long
  // as all the checks.
  const isHere = page.url().startsWith(new URL('/', address).href)
  if (isHere) await goWithin(page, address)
  else await page.goto(address)
  await untilDrawn(page, language, screen)
  if (!isHere) await page.evaluate(AXE)
  const say = (what: string) => found.push(`${path} ${name}: ${what}`)

  const { title, headings, lang, at } = await page.evaluate(() => ({
    title: document.title,
    headings: document.querySelectorAll('h1').length,
    lang: document.documentElement.lang,
    at: location.pathname,
  }))
  if (at !== new URL(address).pathname) say(`leads to ${at}`)
  if (!/\S · \S|^\S+$/.test(title)) say(`has the title "${title}"`)
  if (headings !== 1) say(`has ${headings} first headings`)
  if (lang !== language) say(`is ${lang}`)

  for (const { direction, scheme, width, axe } of looks) {
    const look = `${direction} ${scheme} ${width}`
    await page.emulateMedia({ colorScheme: scheme })
    await showWhole(page, width)
    for (const what of await sticksOut(page, direction)) say(`${look}: ${what}`)
    const rules =
      EVERY || axe === 'all' || FRAMES.includes(screen)
        ? ({ type: 'tag', values: TAGS } as const)
        : ({ type: 'rule', values: RULES[axe] } as const)
    let wrong = await violations(page, rules)
    // A part that was loaded meanwhile makes the page taller, and the bar at its bottom then covers
    // something that a user could scroll into view.
    if (wrong.length > 0) {
      await showWhole(page, width)
      wrong = await violations(page, rules)
    }
    for (const what of wrong) say(`${look}: ${what}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(PHONE)
  return found
}

/** px; of a taller page the rest is behind the edge. */
const MAX_TALL = 8000

type Axe = {
  readonly run: (options: object) => Promise<{
    violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[]
  }>
}

/**
 * Runs axe in a page where it was injected once: its builder would inject it again for every run.
 * Only if something is wrong does it run again for the selectors: computing those of everything
 * that passes takes a third of its time.
 */
async function violations(
  page: Page,
  runOnly: { readonly type: 'tag' | 'rule'; readonly values: readonly string[] },
): Promise<string[]> {
  const ask = (selectors: boolean) =>
    page.evaluate(
      async ([only, selectors]) =>
        (
          await (window as unknown as { axe: Axe }).axe.run({
            runOnly: only,
            resultTypes: ['violations'],
            preload: false,
            selectors,
          })
        ).violations,
      [runOnly, selectors] as const,
    )
  if ((await ask(false)).length === 0) return []
  const found = await ask(true)
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary = '' }) => `${target.join(' ')} (${failureSummary.split('\n').slice(1).join(' ').trim()})`).join(', ')}`,
  )
}

/**
 * Makes the viewport as tall as the page, so that the bar at the bottom of a phone covers nothing
 * that a user could scroll into view. A taller viewport may make the page taller.
 */
async function showWhole(page: Page, width: number): Promise<void> {
  let height = 800
  for (let round = 0; round < 3; round++) {
    await page.setViewportSize({ width, height })
    const needed = await page.evaluate(() => document.documentElement.scrollHeight)
    if (needed <= height) return
    height = Math.min(MAX_TALL, needed)
  }
}

/**
 * To another page of the running app; the heading of the current one is marked, so that it isn't
 * mistaken for the next one's.
 */
async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-left', '')
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, address)
}

/**
 * The app itself has drawn the page (not just the server's first view), and no data are loading.
 */
async function untilDrawn(page: Page, language: Language, screen: string): Promise<void> {
  const loading = textsIn(language)('state.loading')
  // The showcase shows what waiting looks like.
  const waitsForEver = screen === 'theme'
  await page.waitForFunction(
    ({ loading, waitsForEver }) => {
      const heading = document.querySelector('h1')
      if (
        heading === null ||
        heading.hasAttribute('data-left') ||
        !Object.keys(heading).some((key) => key.startsWith('__reactFiber'))
      )
        return false
      const main = document.querySelector('main')
      return (
        main !== null &&
        (waitsForEver ||
          (main.querySelector('[aria-busy="true"]') === null &&
            !main.textContent.includes(loading)))
      )
    },
    { loading, waitsForEver },
    { timeout: 15_000 },
  )
}

/**
 * Switches the page's direction, and finds what then overflows the screen: the page as a whole, or
 * text that can't be scrolled to.
 */
function sticksOut(page: Page, direction: Look['direction']): Promise<string[]> {
  return page.evaluate((direction) => {
    document.documentElement.dir = direction
    const { scrollWidth, clientWidth } = document.documentElement
    const wide =
      scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth}`] : []
    const inScroller = (element: Element): boolean => {
      for (
        let up: Element | null = element;
        up !== null && up !== document.body;
        up = up.parentElement
      ) {
        if (getComputedStyle(up).overflowX !== 'visible') return true
      }
      return false
    }
    const words = [...document.body.querySelectorAll('*')].filter((element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== '',
      ),
    )
    const cut = words.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return (
        width > 1 &&
        (left < -1 || right > clientWidth + 1) &&
        !element.closest('.hidden-text') &&
        !inScroller(element)
      )
    })
    return [
      ...wide,
      ...cut.map((element) => `"${element.textContent.trim().slice(0, 40)}" sticks out`),
    ]
  }, direction)
}
