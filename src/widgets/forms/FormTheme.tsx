/**
 * The look of all forms: rjsf draws a schema with these few parts and Mantine's inputs, styled by
 * our tokens. All of Mantine stays inside the form's own chunk; it injects no style sheet and
 * leaves the page's root element alone.
 */

import { Input, MantineProvider, createTheme, type MantineColorSchemeManager } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { withTheme, type FormProps } from '@rjsf/core'
import type { RJSFSchema } from '@rjsf/utils'
import type { ComponentType, ReactNode } from 'react'
import type { FormValues } from '#engine/forms/formvalues.ts'
import { Several } from './FormEntries.tsx'
import { LongText, Month, Select, Text, YesNo } from './FormFields.tsx'
import { Fields, Frame, Nothing } from './FormFrame.tsx'
import css from './FormTheme.module.css'

/**
 * One form for one section. `formData`, `uiSchema` and `validator` are rjsf's; see formschema.ts
 * for what fills them.
 */
export const ThemedForm: ComponentType<FormProps<FormValues, RJSFSchema>> = withTheme<
  FormValues,
  RJSFSchema
>({
  fields: { ArrayField: Several },
  widgets: { text: Text, longtext: LongText, month: Month, select: Select, checkbox: YesNo },
  templates: {
    FieldTemplate: Frame,
    ObjectFieldTemplate: Fields,
    // The frame draws these itself, from the same values.
    DescriptionFieldTemplate: Nothing,
    FieldHelpTemplate: Nothing,
    FieldErrorTemplate: Nothing,
  },
})

/**
 * The page handles light and dark with our tokens, so Mantine's own color scheme is switched off.
 */
const NO_SCHEME: MantineColorSchemeManager = {
  get: () => 'light',
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}
const noRoot = () => undefined

const THEME = createTheme({
  components: {
    Input: Input.extend({
      classNames: { wrapper: css['box'], input: css['input'], section: css['section'] },
    }),
    InputWrapper: Input.Wrapper.extend({
      classNames: { label: css['label'], description: css['hint'], error: css['error'] },
    }),
  },
})

export function FormTheme({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={THEME}
      withCssVariables={false}
      withGlobalClasses={false}
      withStaticClasses={false}
      colorSchemeManager={NO_SCHEME}
      getRootElement={noRoot}
    >
      <div className={css['theme']} data-mantine-color-scheme="light">
        {children}
      </div>
    </MantineProvider>
  )
}
