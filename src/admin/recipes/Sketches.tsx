/** The new thing as a learner sees it, in any language of the tenant, while it is being made. */

import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import type { RecipeTried } from '#engine/contract/recipes.ts'
import { resolveNodes } from '#engine/decide/screen.ts'
import { useRenderContext } from '#engine/react/context.ts'
import { loadWidgets } from '#engine/react/registry.ts'
import { Screen, type ScreenData } from '#engine/react/Screen.tsx'
import { Rich, useText } from '#engine/react/text.tsx'
import type { Sketch } from '#engine/recipes/recipe.ts'
import { useRecipeAround } from './context.ts'
import css from './Recipes.module.css'

export function Sketches({ tried }: { tried: RecipeTried | undefined }) {
  const t = useText()
  const { languages } = useRecipeAround()
  const [language, setLanguage] = useState(languages[0]?.id ?? 'en')
  return (
    <section className={css['sketches']} aria-label={t('console.recipes.preview')}>
      <div className={css['sketchHead']}>
        <h2>{t('console.recipes.preview')}</h2>
        {languages.length > 1 && (
          <div className={css['segments']}>
            {languages.map(({ id, name }) => (
              <label key={id}>
                <input
                  type="radio"
                  className="hidden-text"
                  name="sketch-language"
                  checked={language === id}
                  onChange={() => setLanguage(id)}
                />
                <span>{name}</span>
              </label>
            ))}
          </div>
        )}
      </div>
      {tried === undefined ? (
        <p className="mute small">{t('console.recipes.nothingYet')}</p>
      ) : (
        <OwnWords key={language} language={language} texts={tried.texts[language] ?? {}}>
          {tried.sketch.map((sketch) => (
            <div key={sketch.id} className={css['sketch']} inert>
              <Drawn sketch={sketch} />
            </div>
          ))}
        </OwnWords>
      )}
    </section>
  )
}

/** The texts that were just typed, for what is drawn here alone. */
function OwnWords({
  language,
  texts,
  children,
}: {
  language: string
  texts: Readonly<Record<string, string>>
  children: ReactNode
}) {
  const { i18n } = useTranslation()
  const own = useMemo(() => {
    const instance = i18n.cloneInstance({ forkResourceStore: true, lng: language })
    instance.addResourceBundle(language, 'translation', texts, true, true)
    return instance
  }, [i18n, language, texts])
  return <I18nextProvider i18n={own}>{children}</I18nextProvider>
}

function Drawn({ sketch }: { sketch: Sketch }) {
  const { registry, catalog, scope } = useRenderContext()
  const types = sketch.nodes.map(({ type }) => type).join(' ')
  const [loaded, setLoaded] = useState('')
  useEffect(() => {
    let here = true
    void loadWidgets(registry, types.split(' ')).then(() => here && setLoaded(types))
    return () => void (here = false)
  }, [registry, types])
  const data = useMemo(
    (): ScreenData =>
      Object.fromEntries(
        Object.entries(sketch.data ?? {}).map(([name, value]) => [
          name,
          { status: 'ready', value, refreshing: false } as const,
        ]),
      ),
    [sketch.data],
  )
  if (sketch.id === 'question') return <Question data={sketch.data as unknown as QuestionData} />
  return (
    <>
      {loaded === types && (
        <Screen nodes={resolveNodes(sketch.nodes, scope, catalog.book)} data={data} level={3} />
      )}
      {sketch.id === 'form' && (
        <Asked fields={(sketch.data?.['fields'] ?? []) as readonly AskedField[]} />
      )}
    </>
  )
}

type QuestionData = {
  readonly question: string
  readonly items: readonly string[]
  readonly options: readonly string[]
}

/** The first question with its answers, and how many there are. */
function Question({ data: { question, items, options } }: { data: QuestionData }) {
  const t = useText()
  const [first] = items
  return (
    <div className="stack-s">
      <p className="small mute">
        {t('console.recipes.firstOf', { count: items.length })} {t(question)}
      </p>
      <p className={css['statement']}>{first === undefined ? '…' : t(first)}</p>
      <ol className={css['options']}>
        {options.map((option) => (
          <li key={option}>{t(option)}</li>
        ))}
      </ol>
    </div>
  )
}

type AskedField = {
  readonly id: string
  readonly label: string
  readonly type: string
  readonly required: boolean
  readonly only: boolean
}

/** What a section asks, in order. The form itself is made when it is published. */
function Asked({ fields }: { fields: readonly AskedField[] }) {
  const t = useText()
  return (
    <ol className={css['asked']}>
      {fields.map(({ id, label, type, required, only }) => (
        <li key={id}>
          <strong>
            <Rich>{t(label)}</Rich>
          </strong>
          <span className="small mute">
            {[
              t(`console.recipes.choice.section.type.${type}`),
              required ? t('console.recipes.required') : '',
              only ? t('console.recipes.sometimes') : '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ol>
  )
}
