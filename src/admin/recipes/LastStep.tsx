/** The last step: everything is checked as for a publish, and written at once. */

import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { RecipeWritten } from '#engine/contract/recipes.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import type { Fault, Outline } from '#engine/recipes/recipe.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Fold } from '#widgets/parts/Fold.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { Skeletons } from '#widgets/parts/Skeleton.tsx'
import { isDone, OF_DRAFTS, refusalOf, useConsole, useRefresh } from '#admin/parts/client.ts'
import { DifferenceView } from '#admin/diff/DifferenceView.tsx'
import { keepForm, keepWritten, nameIn } from './kept.ts'
import type { Tried, useRecipe } from './useRecipe.ts'
import css from './Recipes.module.css'

type Props = {
  recipe: Outline
  state: ReturnType<typeof useRecipe>
  say: (fault: Fault) => string
  onFault: (fault: Fault) => void
}

export function LastStep({ recipe, state, say, onFault }: Props) {
  const t = useText()
  const { form, check, person } = state
  const [whole, setWhole] = useState<Tried | null>(null)
  /** Raised to look again. */
  const [round, setRound] = useState(0)
  const [looked, setLooked] = useState<'busy' | 'done' | 'failed'>('busy')
  const look = useEffectEvent(async (still: () => boolean) => {
    // What is written is known at once; whether it could be published takes longer, and stops
    // nobody from keeping drafts.
    const first = await check(false)
    if (!still()) return
    setWhole(first)
    if (first === null || first.value.faults.length > 0) return setLooked('done')
    const latest = await check(true)
    if (!still()) return
    if (latest !== null) setWhole(latest)
    setLooked(latest === null ? 'failed' : 'done')
  })
  useEffect(() => {
    let left = false
    void look(() => !left)
    return () => void (left = true)
  }, [form, round])
  const { write, busy, problem } = useWrite(recipe, form, person)
  const { faults = [], problems = null, changes = [], path = null } = whole?.value ?? {}
  return (
    <section className={css['step']} data-look="open" aria-label={t('console.recipes.check.title')}>
      <div className={css['stepHead']}>
        <h2 tabIndex={-1}>{t('console.recipes.check.title')}</h2>
        <span className="small mute">{t('console.recipes.check.text')}</span>
      </div>
      <div className={css['stepBody']}>
        {whole === null ? (
          <Skeletons looks={['line', 'half']} label={t('console.recipes.check.busy')} />
        ) : faults.length > 0 ? (
          <Note look="bad" alert>
            <ul className="stack-s">
              {faults.map((fault) => (
                <li key={fault.at + fault.code}>
                  {say(fault)}{' '}
                  <Button look="text" small onClick={() => onFault(fault)}>
                    {t('console.recipes.change')}
                  </Button>
                </li>
              ))}
            </ul>
          </Note>
        ) : (
          <>
            {looked === 'busy' ? (
              <Note>{t('console.recipes.check.busy')}</Note>
            ) : looked === 'failed' ? (
              <Note look="doubt">{t('console.recipes.check.failed')}</Note>
            ) : (problems ?? []).length === 0 ? (
              <Note look="ok">{t('console.recipes.check.sound')}</Note>
            ) : (
              <Note look="doubt" title={t('console.recipes.check.problems')}>
                {problems!.slice(0, 5).map(({ document, pointer, message }) => (
                  <p key={document + pointer + message} className="small">
                    {document}: {message}
                  </p>
                ))}
              </Note>
            )}
            {path !== null && <p>{t('console.recipes.check.path', { path })}</p>}
            <Fold title={t('console.recipes.check.documents', { count: changes.length })}>
              <DifferenceView
                changes={changes}
                titles={Object.fromEntries(changes.map(({ document, title }) => [document, title]))}
              />
            </Fold>
          </>
        )}
        {problem !== null && (
          <Note look="bad" alert>
            {problem}
          </Note>
        )}
        <div className={css['ways']}>
          <Button look="text" onClick={() => state.goTo(recipe.steps.length - 1)}>
            {t(`console.recipes.step.${recipe.id}.${recipe.steps.at(-1)!.id}`)}
          </Button>
          <Button
            look="step"
            busy={busy}
            disabled={whole === null || faults.length > 0}
            onClick={() => whole !== null && void write(whole, () => setRound(round + 1))}
          >
            {t('console.recipes.check.write')}
          </Button>
        </div>
        <p className="small mute">{t('console.recipes.check.after')}</p>
      </div>
    </section>
  )
}

function useWrite(recipe: Outline, form: Readonly<Record<string, unknown>>, person: string) {
  const t = useText()
  const call = useConsole()
  const refresh = useRefresh()
  const href = useHref()
  const go = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const write = async ({ etag }: Tried, onAgain: () => void) => {
    setBusy(true)
    setProblem(null)
    try {
      const response = await call({
        path: `admin/recipes/${recipe.id}`,
        method: 'POST',
        body: { form },
        ifMatch: etag,
      })
      if (!isDone(response)) {
        if (response.status === 412) onAgain()
        return setProblem(
          response.status === 412 ? t('console.recipes.check.stale') : refusalOf(response).message,
        )
      }
      const { id, drafts } = response.value as RecipeWritten
      keepForm(person, recipe.id, null)
      const title = nameIn(form) || t(`console.recipes.title.${recipe.id}`)
      keepWritten(person, { id, drafts, title })
      refresh(...OF_DRAFTS)
      void go(href('consolePublish', {}, { from: 'recipe' }))
    } catch {
      setProblem(t('console.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { write, busy, problem }
}
