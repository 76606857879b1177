/** The arms of an experiment: what each of them changes, in words. */

import { useTranslation } from 'react-i18next'
import type { ExperimentView } from '#engine/contract/experimentshapes.ts'
import { useText } from '#engine/react/text.tsx'
import { useTitleOf } from '#admin/parts/client.ts'
import { readOut } from '#admin/parts/readout.ts'
import { Panel } from './Panel.tsx'
import { documentOf } from './useExperiment.ts'
import { armName } from './words.ts'
import css from './Experiments.module.css'

/** Members that only hold others; people know what is in them. */
const HOLDERS: ReadonlySet<string> = new Set(['children', 'props', 'items'])

/**
 * `/children/form/props/button` -> `Form › Button`
 *
 * @param member a member in the language of the console
 */
function placeOf(pointer: string, member: (name: string) => string): string {
  return pointer
    .split('/')
    .slice(1)
    .filter((step) => !HOLDERS.has(step))
    .map((step) => member(step.replaceAll('~1', '/').replaceAll('~0', '~')))
    .join(' › ')
}

export function Arms({ view }: { view: ExperimentView }) {
  const t = useText()
  const { i18n } = useTranslation()
  const member = (name: string) => {
    const key = `console.form.member.${name}`
    return i18n.exists(key) ? t(key) : readOut(name)
  }
  const titleOf = useTitleOf()
  const experiment = documentOf(view)
  return (
    <Panel title={t('console.experiments.arms.title')}>
      <ul className="stack">
        {experiment.arms.map(({ id, overlays }, at) => (
          <li key={id}>
            <b>{armName(experiment, id, t)}</b>
            {overlays.length === 0 && (
              <span className={css['sub']}>
                {t(
                  at === 0 ? 'console.experiments.arms.control' : 'console.experiments.arms.empty',
                )}
              </span>
            )}
            {overlays.map((overlay) => (
              <span key={overlay.id} className={css['sub']}>
                {titleOf(`${overlay.kind}/${overlay.document}`)}
                {': '}
                {[...new Set(overlay.ops.map((op) => placeOf(op.at, member)))].join('; ')}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
