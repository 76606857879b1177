/** The versions of an experiment: how many people get each, and what it changes. */

import { useText } from '#engine/react/text.tsx'
import { useScope } from '#engine/react/context.ts'
import { FIXED_KINDS } from '#engine/experiments/fixed.ts'
import { Button } from '#widgets/parts/Button.tsx'
import { Icon } from '#widgets/parts/Icon.tsx'
import { Combo } from '#admin/form/Combo.tsx'
import { useDocuments } from '#admin/parts/client.ts'
import { TextField } from '#admin/parts/Field.tsx'
import { EDITED_KINDS, orderOf, splitName } from '#admin/parts/kinds.ts'
import type { FormProps } from './form.ts'
import { idFrom, MAX_VERSIONS, restOf, withVersion, type Version } from './making.ts'
import { Panel } from './Panel.tsx'
import { figure } from './words.ts'
import { VersionDocument } from './VersionDocument.tsx'
import css from './Experiments.module.css'

/** As many as the kind allows. */
const MAX_DOCUMENTS = 20

/** @param fixed versions that people are in already: they keep their names */
export function FormVersions({ fixed, ...form }: FormProps & { fixed: ReadonlySet<string> }) {
  const t = useText()
  const { language } = useScope()
  const { wanted, onChange, errorOf } = form
  const rest = restOf(wanted)
  const shares = errorOf('shares')
  const put = (changed: Version, pages = wanted.pages) =>
    onChange({
      versions: wanted.versions.map((each) => (each.key === changed.key ? changed : each)),
      pages,
    })
  return (
    <>
      {wanted.versions.map((version) => (
        <OneVersion
          key={version.key}
          version={version}
          isFixed={fixed.has(idFrom(version.name))}
          form={form}
          onChange={put}
          {...(wanted.versions.length > 1 && {
            onRemove: () =>
              onChange({ versions: wanted.versions.filter(({ key }) => key !== version.key) }),
          })}
        />
      ))}
      <div className="row wraps">
        {wanted.versions.length < MAX_VERSIONS && (
          <Button
            look="line"
            small
            icon={<Icon name="plus" size="s" />}
            onClick={() =>
              onChange({
                versions: withVersion(
                  wanted,
                  t('console.experiments.make.nextName', { number: wanted.versions.length + 1 }),
                ),
              })
            }
          >
            {t('console.experiments.make.addVersion')}
          </Button>
        )}
        <p className={shares === undefined ? 'small mute' : css['wrong']}>
          {shares ??
            t('console.experiments.make.rest', {
              share: Number.isNaN(rest) ? '–' : figure(rest, language),
            })}
        </p>
      </div>
    </>
  )
}

function OneVersion({
  version,
  isFixed,
  form: { wanted, errorOf },
  onChange,
  onRemove,
}: {
  version: Version
  isFixed: boolean
  form: FormProps
  onChange: (version: Version, pages?: readonly string[]) => void
  onRemove?: () => void
}) {
  const t = useText()
  const { key, name, share, changes } = version
  const title = t('console.experiments.make.versionOf', { name })
  const change = errorOf('change', key)
  return (
    <Panel
      title={title}
      aside={
        onRemove && (
          <Button look="text" small onClick={onRemove}>
            {t('console.experiments.make.removeVersion')}
            <span className="hidden-text">: {name}</span>
          </Button>
        )
      }
    >
      <p>{t('console.experiments.make.versionText')}</p>
      <div className={css['weights']}>
        <TextField
          label={t('console.experiments.make.name')}
          {...(isFixed && { hint: t('console.experiments.make.nameFixed') })}
          value={name}
          disabled={isFixed}
          maxLength={40}
          error={errorOf('name', key)}
          onChange={(next) => onChange({ ...version, name: next })}
        />
        <TextField
          label={t('console.experiments.make.share')}
          value={share}
          error={errorOf('share', key)}
          onChange={(next) => onChange({ ...version, share: next })}
        />
      </div>
      {Object.entries(changes).map(([document, ops]) => (
        <VersionDocument
          key={document}
          name={document}
          ops={ops}
          onOps={(next) => onChange({ ...version, changes: { ...changes, [document]: next } })}
          onRemove={() =>
            onChange({
              ...version,
              changes: Object.fromEntries(
                Object.entries(changes).filter(([each]) => each !== document),
              ),
            })
          }
        />
      ))}
      {Object.keys(changes).length < MAX_DOCUMENTS && (
        <AddDocument
          isFirst={Object.keys(changes).length === 0}
          taken={Object.keys(changes)}
          isMissing={change !== undefined}
          onPick={(document) => {
            const [kind, id] = splitName(document)
            // A page is seen where it is.
            const isSeen = kind === 'screen' && !wanted.pages.includes(id)
            onChange(
              { ...version, changes: { ...changes, [document]: [] } },
              isSeen ? [...wanted.pages, id] : wanted.pages,
            )
          }}
        />
      )}
      {change !== undefined && <p className={css['wrong']}>{change}</p>}
    </Panel>
  )
}

function AddDocument({
  isFirst,
  taken,
  isMissing,
  onPick,
}: {
  isFirst: boolean
  taken: readonly string[]
  isMissing: boolean
  onPick: (name: string) => void
}) {
  const t = useText()
  const options = (useDocuments().value?.items ?? [])
    .filter(({ kind, id }) => !FIXED_KINDS.has(kind) && !taken.includes(`${kind}/${id}`))
    .sort((a, b) => orderOf(a.kind) - orderOf(b.kind) || a.title.localeCompare(b.title))
    .map(({ kind, id, title }) => ({
      id: `${kind}/${id}`,
      title: t('console.experiments.make.documentOf', {
        title: title || id,
        kind: isEdited(kind) ? t(`console.kind.${kind}`) : kind,
      }),
    }))
  const label = t(`console.experiments.make.${isFirst ? 'changes' : 'changesToo'}`)
  return (
    <div className={css['form']}>
      <div className={css['choices']}>
        <b aria-hidden="true">{label}</b>
        <Combo
          label={label}
          options={options}
          value=""
          shown=""
          invalid={isMissing ? true : undefined}
          onPick={onPick}
        />
      </div>
    </div>
  )
}

function isEdited(kind: string): kind is (typeof EDITED_KINDS)[number] {
  return (EDITED_KINDS as readonly string[]).includes(kind)
}
