/** Where a value comes from: a variable, and a default if it is missing. */

import type { Json } from '#engine/documents/json.ts'
import { writeSources, type Source } from '#engine/rules/ruleparts.ts'
import { lookUp } from '#engine/rules/ruletypes.ts'
import { useText } from '#engine/react/text.tsx'
import { TextControl } from '#admin/parts/Control.tsx'
import { Button, IconButton } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Combo } from './Combo.tsx'
import { useRuleScope } from './context.ts'
import css from './Rule.module.css'
import { useVariableOptions } from './useVariableOptions.ts'
import { useWords } from './words.ts'

export function SourceEditor({
  sources,
  onRule,
}: {
  sources: readonly Source[]
  onRule: (rule: Json) => void
}) {
  const t = useText()
  const words = useWords()
  const scope = useRuleScope()
  const variables = useVariableOptions()
  const put = (next: readonly Source[]) => onRule(writeSources(next))
  const change = (index: number, source: Source) =>
    put(sources.map((each, at) => (at === index ? source : each)))
  const isVariable = (path: string) => 'type' in lookUp(scope, path)
  return (
    <>
      <ul className={css['parts']}>
        {sources.map((source, index) => (
          <li className={css['part']} key={index}>
            <div className={css['fields']}>
              {'variable' in source ? (
                <Combo
                  label={t(index === 0 ? 'console.rule.valueOf' : 'console.rule.elseOf')}
                  options={variables}
                  plain
                  rareLabel={(count) => t('console.rule.rare', { count })}
                  value={source.variable}
                  shown={words.variable(source.variable)}
                  isFree={isVariable}
                  onPick={(variable) => change(index, { variable })}
                />
              ) : (
                <TextControl
                  label={t('console.rule.elseFixed')}
                  value={String(source.fixed)}
                  onChange={(text) =>
                    change(index, {
                      fixed:
                        typeof source.fixed === 'number' &&
                        text.trim() !== '' &&
                        Number.isFinite(Number(text))
                          ? Number(text)
                          : text,
                    })
                  }
                />
              )}
            </div>
            {sources.length > 1 && (
              <IconButton
                label={t('console.rule.removeSource')}
                onClick={() => put(sources.filter((_each, at) => at !== index))}
              >
                <Icon name="close" size="s" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <div className={css['adders']}>
        <Button
          look="text"
          small
          icon={<Icon name="plus" size="s" />}
          onClick={() => put([...sources, { variable: 'language' }])}
        >
          {t('console.rule.addElse')}
        </Button>
        <Button
          look="text"
          small
          icon={<Icon name="plus" size="s" />}
          onClick={() => put([...sources, { fixed: '' }])}
        >
          {t('console.rule.addElseFixed')}
        </Button>
      </div>
    </>
  )
}
