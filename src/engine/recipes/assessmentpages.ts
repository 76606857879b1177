/** The pages of a new assessment: before it, its questions, and its report at one address. */

import { homeOf } from '#engine/decide/menu.ts'
import { freeDocumentId } from './ids.ts'
import type { Workbench } from './workbench.ts'

type Named = {
  readonly id: string
  readonly group: string
  readonly feature: string
  readonly startRoute: string
  readonly quizRoute: string
  /** Key of what learners call it. */
  readonly title: string
  readonly path: string
  /** What authors call it. */
  readonly called: string
}

export function addAssessmentPages(bench: Workbench, named: Named): void {
  const { id, group, title, path, called, feature, startRoute, quizRoute } = named
  const { catalog } = bench.context
  const screen = (what: string) =>
    freeDocumentId(catalog, ['screen'], `${id.replaceAll('_', '-')}-${what}`)
  const [start, quiz, report] = [screen('start'), screen('quiz'), screen('report')]
  bench.make('screen', {
    id: start,
    title: called,
    layout: 'focus',
    children: [
      {
        id: 'intro',
        type: 'assessment-intro',
        props: { assessment: id, title, points: [`${group}.summary`], quizRoute },
      },
    ],
  })
  bench.make('screen', {
    id: quiz,
    title: called,
    layout: 'focus',
    children: [{ id: 'quiz', type: 'quiz', props: { assessment: id, doneRoute: startRoute } }],
  })
  bench.make('screen', {
    id: report,
    title: called,
    data: { report: { get: `reports/${id}` } },
    children: [{ id: 'report', type: 'report', data: 'report', props: { report: id } }],
  })
  const home = catalog.route(homeOf(catalog, 'main'))
  const common = { class: 'loggedIn', stages: ['fullAccess'], feature, title } as const
  const tracking = path.split('/').filter((part) => part !== '')
  bench.make('route-group', {
    id,
    title: called,
    routes: [
      {
        id: startRoute,
        path,
        ...common,
        stages: ['fullAccess'],
        // Until there is a result, the same address leads to the assessment.
        screens: [
          {
            id: 'start',
            when: { '!': { var: `user.assessments.${id}` } },
            screen: start,
            layout: 'focus',
          },
          { id: 'report', when: true, screen: report },
        ],
        ...(home?.title !== undefined && {
          breadcrumbs: [
            { id: 'home', title: home.title, routeName: home.id },
            { id: 'page', title },
          ],
        }),
        tracking,
      },
      {
        id: quizRoute,
        path: `${path}/questions`,
        ...common,
        stages: ['fullAccess'],
        rare: true,
        layout: 'focus',
        screen: quiz,
        tracking: [...tracking, 'questions'],
      },
    ],
  })
}
