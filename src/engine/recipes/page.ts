/** A new page: what is on it, its address, its entry in the menu, and who it is for. */

import Type from 'typebox'
import type { NodeDocument } from '#engine/documents/kinds.ts'
import { homeOf } from '#engine/decide/menu.ts'
import { agesForm, audienceForm, audienceRule, checkAudience } from './audience.ts'
import { idFrom, isPath, keyFrom, pageAt } from './ids.ts'
import { addEntry, menuForm, WordsForm } from './place.ts'
import { OPENS, pageOutline } from './pageoutline.ts'
import type { Recipe, Words } from './recipe.ts'
import { Workbench } from './workbench.ts'

const Form = Type.Object(
  {
    title: WordsForm,
    text: WordsForm,
    picture: Type.String({ maxLength: 300 }),
    pictureText: WordsForm,
    button: WordsForm,
    buttonTo: Type.String({ maxLength: 120 }),
    path: Type.String({ maxLength: 200 }),
    opens: Type.Enum([...OPENS]),
    ...menuForm,
    ...audienceForm,
    ...agesForm,
  },
  { additionalProperties: false },
)

type Ids = { readonly id: string; readonly route: string; readonly group: string }

export const pageRecipe: Recipe<typeof Form> = {
  ...pageOutline,
  form: Form,
  write(form, context) {
    const bench = new Workbench(context)
    const { catalog } = context
    const id = bench.id(form.title, ['screen', 'route-group'], 'page')
    const ids = { id, route: `${keyFrom(id)}Page`, group: bench.group(id) }
    const title = bench.words('/title', `${ids.group}.title`, form.title) ?? `${ids.group}.title`
    const children = partsOf(bench, form, ids, title)
    const path = form.path.trim() || `/${idFrom(bench.say(form.title)) || id}`
    const answering = isPath(path) ? pageAt(catalog, path) : null
    if (!isPath(path)) bench.fault('/path', 'badPath')
    else if (answering !== null) bench.fault('/path', 'taken', { by: answering })
    checkAudience(bench, form)
    bench.make('screen', { id, title: bench.say(form.title), children })
    addRoute(bench, form, ids, { title, path })
    return bench.done([{ id: 'page', nodes: children }], path)
  },
}

type Typed = {
  readonly text: Words
  readonly picture: string
  readonly pictureText: Words
  readonly button: Words
  readonly buttonTo: string
}

function partsOf(bench: Workbench, form: Typed, { group }: Ids, title: string): NodeDocument[] {
  const parts: NodeDocument[] = [{ id: 'title', type: 'page-title', props: { title } }]
  const text = bench.words('/text', `${group}.text`, form.text, { optional: true, rich: true })
  if (form.picture !== '') {
    const alt = bench.words('/pictureText', `${group}.picture`, form.pictureText)
    const section = {
      id: 'text',
      ...(text !== undefined && { text }),
      image: form.picture,
      pictureText: alt ?? `${group}.picture`,
    }
    parts.push({ id: 'text', type: 'lesson', props: { sections: [section] } })
  } else if (text !== undefined) parts.push({ id: 'text', type: 'text-block', props: { text } })
  const button = bench.words('/button', `${group}.button`, form.button, { optional: true })
  if (form.buttonTo !== '' && button === undefined) bench.fault('/button', 'missing')
  if (button !== undefined) {
    const isKnown = bench.context.catalog.route(form.buttonTo) !== undefined
    if (!isKnown) bench.fault('/buttonTo', form.buttonTo === '' ? 'missing' : 'unknown')
    parts.push({
      id: 'button',
      type: 'action-buttons',
      props: {
        actions: [{ id: 'go', text: button, look: 'main', routeName: form.buttonTo }],
      },
    })
  }
  return parts
}

function addRoute(
  bench: Workbench,
  form: Parameters<typeof pageRecipe.write>[0],
  { id, route, group }: Ids,
  { title, path }: { readonly title: string; readonly path: string },
): void {
  const isPublic = form.opens === 'all'
  const home = bench.context.catalog.route(homeOf(bench.context.catalog, 'main'))
  bench.make('route-group', {
    id,
    title: bench.say(form.title),
    routes: [
      {
        id: route,
        path,
        class: isPublic ? 'public' : 'loggedIn',
        ...(!isPublic && {
          stages: form.opens === 'joined' ? ['workerType', 'fullAccess'] : ['fullAccess'],
        }),
        title,
        screen: id,
        ...(!isPublic &&
          home?.title !== undefined && {
            breadcrumbs: [
              { id: 'home', title: home.title, routeName: home.id },
              { id: 'page', title },
            ],
          }),
        tracking: path.split('/').filter((part) => part !== ''),
      },
    ],
  })
  const show = isPublic ? undefined : audienceRule(form)
  addEntry(bench, { id, to: route, title, group, form, show, early: form.opens !== 'ready' })
  // The menu alone would leave the address open to anybody who was sent it.
  if (show !== undefined)
    bench.change('flow', 'navigation-guard', (flow) => ({
      ...flow,
      rows: [
        ...flow.rows.slice(0, -1),
        {
          id: `${id}-others`,
          when: { and: [{ '==': [{ var: 'route.name' }, route] }, { '!': show }] },
          then: { go: 'redirect', to: '403' },
          note: 'Not who the page is for.',
        },
        ...flow.rows.slice(-1),
      ] as typeof flow.rows,
    }))
}
