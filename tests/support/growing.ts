/**
 * An instrument that the code does not know: twelve items, two scales, a key, a report and its
 * pages, as documents alone.
 */

export const SCALES = ['patience', 'curiosity'] as const
export const ITEMS = Array.from({ length: 12 }, (_, index) => ({
  id: `${SCALES[index % 2]!}_${1 + (index >> 1)}`,
  scale: SCALES[index % 2]!,
  reverse: index % 3 === 2,
}))
const frame = { v: 1, source: 'a test' }

const ASSESSMENT = {
  ...frame,
  kind: 'assessment',
  id: 'growing',
  title: 'Growing',
  label: 'growing.title',
  summary: 'growing.summary',
  minutes: 3,
  feature: 'ValueScalesReport',
  startRoute: 'growingPage',
  quizRoute: 'growingQuizPage',
  doneRoute: 'growingPage',
  instrument: { version: '1.0', basis: 'growing.basis' },
  question: 'growing.question',
  responseScale: {
    min: 1,
    max: 4,
    look: 'stones',
    options: [1, 2, 3, 4].map((value) => ({
      id: String(value),
      value,
      label: `growing.scale.${value}`,
    })),
  },
  items: ITEMS.map(({ id }) => ({ id, text: `growing.item.${id}` })),
}
export const SCORING = {
  ...frame,
  kind: 'scoring',
  id: 'growing',
  title: 'Key',
  assessment: 'growing',
  responseScale: { min: 1, max: 4 },
  scales: SCALES.map((id) => ({ id, aggregate: 'mean', from: 0, show: 'mean-and-score' })),
  items: ITEMS.map(({ id, scale, reverse }) => ({ id, scale, ...(reverse && { reverse }) })),
}
const REPORT = {
  ...frame,
  kind: 'report',
  id: 'growing',
  title: 'Growing',
  label: 'growing.title',
  assessments: ['growing'],
  feature: 'ValueScalesReport',
  children: [
    {
      id: 'cover',
      type: 'result-cover',
      data: 'report',
      props: { title: 'growing.report.title', lead: 'growing.report.lead' },
    },
    {
      id: 'bars',
      type: 'score-bars',
      data: 'report',
      props: {
        title: 'growing.report.bars',
        rows: SCALES.map((id) => ({
          id,
          metric: `growing.${id}.score`,
          label: `growing.scaleName.${id}`,
        })),
      },
    },
  ],
}
const screen = (id: string, children: object[], data?: object) => ({
  ...frame,
  kind: 'screen',
  id,
  title: id,
  ...(data && { data }),
  children,
})
export const DOCUMENTS: Readonly<Record<string, object>> = {
  'assessment/growing': ASSESSMENT,
  'scoring/growing': SCORING,
  'report/growing': REPORT,
  'screen/growing-start': screen('growing-start', [
    {
      id: 'intro',
      type: 'assessment-intro',
      props: {
        assessment: 'growing',
        title: 'growing.title',
        points: ['growing.summary'],
        quizRoute: 'growingQuizPage',
      },
    },
  ]),
  'screen/growing-quiz': screen('growing-quiz', [
    { id: 'quiz', type: 'quiz', props: { assessment: 'growing', doneRoute: 'growingPage' } },
  ]),
  'screen/growing-report': screen(
    'growing-report',
    [{ id: 'report', type: 'report', data: 'report', props: { report: 'growing' } }],
    { report: { get: 'reports/growing' } },
  ),
  'route-group/growing': {
    ...frame,
    kind: 'route-group',
    id: 'growing',
    title: 'Growing',
    routes: [
      {
        id: 'growingPage',
        path: '/reports/growing',
        class: 'loggedIn',
        stages: ['fullAccess'],
        feature: 'ValueScalesReport',
        title: 'growing.title',
        screens: [
          {
            id: 'start',
            when: { '!': { var: 'user.assessments.growing' } },
            screen: 'growing-start',
            layout: 'focus',
          },
          { id: 'report', when: true, screen: 'growing-report' },
        ],
      },
      {
        id: 'growingQuizPage',
        path: '/reports/growing/quiz',
        class: 'loggedIn',
        stages: ['fullAccess'],
        feature: 'ValueScalesReport',
        layout: 'focus',
        title: 'page.quiz',
        screen: 'growing-quiz',
      },
    ],
  },
}
export const TEXTS = {
  title: 'How you grow',
  summary: 'Two sides of growing.',
  basis: 'Twelve lines of our own.',
  question: 'How often?',
  report: {
    title: 'Two sides of you',
    lead: 'This is how you grow today.',
    bars: 'Your two sides',
  },
  scaleName: { patience: 'Patience', curiosity: 'Curiosity' },
  scale: { 1: 'Never', 2: 'Sometimes', 3: 'Often', 4: 'Always' },
  item: Object.fromEntries(ITEMS.map(({ id }) => [id, `Line ${id}`])),
}
