/**
 * Upgrades former widgets for lists of assessments, reports and sections to the general list.
 *
 * Needed for documents of versions up to 1.52.2. May go in 3.0.0 (docs/decisions/0080).
 */

import { isObject } from './json.ts'

type Node = Readonly<Record<string, unknown>>

/** The texts of each report. */
export const SAID_OF_REPORTS: Node = {
  read: 'profileHome.read',
  none: 'profileHome.noType',
  some: 'profileHome.some',
  take: 'profileHome.take',
}

const list =
  (props: (said: Node) => Node) =>
  (node: Node): readonly Node[] => [
    { ...node, type: 'status-list', props: props(isObject(node['props']) ? node['props'] : {}) },
  ]

/** Former type -> the node that replaces it. */
export const FORMER_LISTS: Readonly<Record<string, (node: Node) => readonly Node[]>> = {
  'result-cards': list((said) => ({
    of: 'results',
    look: 'cards',
    title: 'profileHome.results',
    results: SAID_OF_REPORTS,
    ...said,
  })),
  'section-list': list((said) => ({
    of: 'sections',
    look: 'rows',
    sections: {
      routeName: 'cv',
      complete: 'cv.complete',
      toDo: 'cv.toDo',
      nothing: 'cv.nothing',
      ...said,
    },
    results: SAID_OF_REPORTS,
  })),
  // Built in before: the text of a section that shows a result.
  'section-form': (node) => {
    const { props } = node
    return isObject(props) && 'nothing' in props && !('results' in props)
      ? [{ ...node, props: { ...props, results: SAID_OF_REPORTS } }]
      : [node]
  },
  'research-list': list(({ doneRoute }) => ({
    of: 'research',
    look: 'path',
    none: 'research.none',
    progress: true,
    allDone: {
      title: 'research.allDone',
      ...(doneRoute !== undefined && { button: 'research.goOn', routeName: doneRoute }),
    },
  })),
}
