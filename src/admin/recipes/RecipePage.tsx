/**
 * A guided page: one step open at a time, the others as a line; the new thing beside it as a learner
 * sees it; and at the end every document at once, as drafts.
 */

import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { RecipeStart } from '#engine/contract/recipes.ts'
import { useHref } from '#engine/react/context.ts'
import { useText } from '#engine/react/text.tsx'
import type { Fault, Outline, RecipeStep } from '#engine/recipes/recipe.ts'
import { Button, ButtonLink } from '#widgets/parts/Button.tsx'
import type { Level } from '#widgets/parts/Heading.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Note } from '#widgets/parts/Note.tsx'
import { useRead, useRights } from '#admin/parts/client.ts'
import { PageHead } from '#admin/parts/PageHead.tsx'
import { Pending } from '#admin/parts/Pending.tsx'
import { RecipeProvider, type RecipeAround } from './context.ts'
import { nameIn } from './kept.ts'
import { LastStep } from './LastStep.tsx'
import { RecipeFields } from './RecipeFields.tsx'
import { Sketches } from './Sketches.tsx'
import { useRecipe } from './useRecipe.ts'
import css from './Recipes.module.css'

export function RecipePage({ recipe, level }: { recipe: Outline; level: Level }) {
  const t = useText()
  const rights = useRights()
  const read = useRead<RecipeStart>(`admin/recipes/${recipe.id}`)
  if (!rights.edit)
    return (
      <>
        <PageHead level={level} title={t(`console.recipes.title.${recipe.id}`)} />
        <Note>{t('console.recipes.notYours')}</Note>
      </>
    )
  return (
    <Pending read={read}>
      {(start) => <Guided recipe={recipe} start={start} level={level} />}
    </Pending>
  )
}

function Guided({ recipe, start, level }: { recipe: Outline; start: RecipeStart; level: Level }) {
  const t = useText()
  const href = useHref()
  const state = useRecipe(recipe)
  const { form, step, tried, change, goTo, check } = state
  /** Steps that somebody wanted to leave: from then on their faults are said. */
  const [asked, setAsked] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const faults = tried?.value.faults ?? []
  const say = useFaultWords(start)
  const stepOf = (fault: Fault) => recipe.steps.find((each) => belongs(each, fault))
  const around: RecipeAround = {
    recipe: recipe.id,
    languages: start.languages,
    choices: start.choices,
    form,
    onChange: change,
    wrongAt: (at) => {
      const fault = faults.find((each) => each.at === at)
      if (fault === undefined) return undefined
      // What is taken is said at once; what is missing, at the next step.
      const isUrgent = fault.code === 'taken' || fault.code === 'badPath'
      return isUrgent || asked.has(stepOf(fault)?.id ?? '') ? say(fault) : undefined
    },
  }
  const isLast = step >= recipe.steps.length
  /** Raised when the first fault is to have the focus: once it's drawn. */
  const [refused, setRefused] = useState(0)
  useEffect(() => {
    if (refused > 0) body.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refused])
  const next = async () => {
    const now = recipe.steps[step]!
    setBusy(true)
    const latest = await check(false)
    setBusy(false)
    setAsked(new Set([...asked, now.id]))
    if (latest === null) return
    if (latest.value.faults.some((fault) => belongs(now, fault))) return setRefused(refused + 1)
    goTo(step + 1)
  }
  useEffect(() => {
    body.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [step])
  const name = nameIn(form) || t(`console.recipes.title.${recipe.id}`)
  return (
    <RecipeProvider value={around}>
      <p className="small">
        <Link to={href('consoleRecipes')}>{t('console.recipes.all')}</Link> /{' '}
        {t(`console.recipes.title.${recipe.id}`)}
      </p>
      <PageHead level={level} title={name} text={t('console.recipes.kept')}>
        {(state.wasKept || step > 0) && (
          <Button look="text" small onClick={state.startAgain}>
            {t('console.recipes.startAgain')}
          </Button>
        )}
        <ButtonLink look="line" small to={href('consoleRecipes')}>
          {t('console.recipes.leave')}
        </ButtonLink>
      </PageHead>
      <StepPath recipe={recipe} step={step} />
      <div className={css['guided']}>
        <div className={css['steps']} ref={body}>
          {recipe.steps.map((each, index) => (
            <Step
              key={each.id}
              recipe={recipe.id}
              step={each}
              number={index + 1}
              look={index === step ? 'open' : index < step ? 'done' : 'ahead'}
              onOpen={() => goTo(index)}
            >
              <RecipeFields fields={each.fields} values={form} onChange={change} />
              <Hints
                hints={(tried?.value.hints ?? []).filter((hint) => belongs(each, hint))}
                say={say}
              />
            </Step>
          ))}
          {isLast && (
            <LastStep
              recipe={recipe}
              state={state}
              say={say}
              onFault={(fault) => {
                const at = recipe.steps.findIndex((each) => belongs(each, fault))
                setAsked(new Set(recipe.steps.map(({ id }) => id)))
                goTo(Math.max(0, at))
                setRefused(refused + 1)
              }}
            />
          )}
          {state.problem !== null && (
            <Note look="bad" alert>
              {state.problem}
            </Note>
          )}
          {!isLast && (
            <div className={css['ways']}>
              {step > 0 ? (
                <Button
                  look="text"
                  icon={<Icon name="back" size="s" />}
                  onClick={() => goTo(step - 1)}
                >
                  {t(`console.recipes.step.${recipe.id}.${recipe.steps[step - 1]!.id}`)}
                </Button>
              ) : (
                <span />
              )}
              <Button look="step" busy={busy} onClick={() => void next()}>
                {t('console.recipes.next', {
                  step: t(
                    step + 1 < recipe.steps.length
                      ? `console.recipes.step.${recipe.id}.${recipe.steps[step + 1]!.id}`
                      : 'console.recipes.check.title',
                  ).toLowerCase(),
                })}
              </Button>
            </div>
          )}
        </div>
        <Sketches tried={tried?.value} />
      </div>
    </RecipeProvider>
  )
}

/** Does a fault belong to what a step asks? */
function belongs({ fields }: RecipeStep, { at }: Fault): boolean {
  return fields.some(({ id }) => at === `/${id}` || at.startsWith(`/${id}/`))
}

/** A fault in words; languages by their names. */
function useFaultWords({ languages }: RecipeStart) {
  const t = useText()
  return ({ code, values }: Fault) => {
    const language = languages.find(({ id }) => id === values?.['language'])?.name
    return t(`console.recipes.fault.${code}`, { ...values, ...(language && { language }) })
  }
}

function StepPath({ recipe, step }: { recipe: Outline; step: number }) {
  const t = useText()
  const names = [
    ...recipe.steps.map(({ id }) => t(`console.recipes.step.${recipe.id}.${id}`)),
    t('console.recipes.check.title'),
  ]
  return (
    <ol className={css['path']}>
      {names.map((name, index) => (
        <li
          key={name}
          data-state={index < step ? 'done' : index === step ? 'open' : 'ahead'}
          aria-current={index === step ? 'step' : undefined}
        >
          <span>{name}</span>
        </li>
      ))}
    </ol>
  )
}

function Step({
  recipe,
  step,
  number,
  look,
  onOpen,
  children,
}: {
  recipe: string
  step: RecipeStep
  number: number
  look: 'open' | 'done' | 'ahead'
  onOpen: () => void
  children: React.ReactNode
}) {
  const t = useText()
  const title = t(`console.recipes.step.${recipe}.${step.id}`)
  return (
    <section className={css['step']} data-look={look} aria-label={title}>
      <div className={css['stepHead']}>
        <h2 tabIndex={-1}>
          {number}. {title}
        </h2>
        <span className="small mute">{t(`console.recipes.about.${recipe}.${step.id}`)}</span>
        {look === 'done' && (
          <Button look="text" small onClick={onOpen}>
            {t('console.recipes.change')}
            <span className="hidden-text"> {title}</span>
          </Button>
        )}
      </div>
      {look === 'open' && <div className={css['stepBody']}>{children}</div>}
    </section>
  )
}

function Hints({ hints, say }: { hints: readonly Fault[]; say: (fault: Fault) => string }) {
  if (hints.length === 0) return null
  return (
    <Note look="doubt">
      {hints.map((hint) => (
        <p key={hint.at}>{say(hint)}</p>
      ))}
    </Note>
  )
}
