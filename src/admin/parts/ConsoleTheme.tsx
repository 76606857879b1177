/**
 * The look of Mantine's components in the console, through our own classes. It adds no style sheet,
 * variables or `<style>` element (the policy header would refuse it), and leaves the page's root
 * element alone, from which it only reads the text direction.
 */

import {
  Checkbox,
  createTheme,
  DirectionProvider,
  HeadlessMantineProvider,
  Input,
  Radio,
  Table,
  Tabs,
} from '@mantine/core'
import type { ReactNode } from 'react'
import field from './Field.module.css'
import table from './Table.module.css'
import tabs from './Tabs.module.css'

/** The browser draws check marks itself, in our colour. */
const NoMark = () => null

const THEME = createTheme({
  components: {
    Input: Input.extend({
      classNames: { wrapper: field['box'], input: field['input'], section: field['mark'] },
    }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
      classNames: {
        root: field['field'],
        label: field['label'],
        description: 'small mute',
        error: field['wrong'],
      },
    }),
    Checkbox: Checkbox.extend({
      defaultProps: { icon: NoMark },
      classNames: { body: field['choice'], input: field['check'], label: field['words'] },
    }),
    Radio: Radio.extend({
      defaultProps: { icon: NoMark },
      classNames: { body: field['choice'], radio: field['radio'], label: field['words'] },
    }),
    Table: Table.extend({ classNames: { table: table['table'] } }),
    Tabs: Tabs.extend({
      classNames: {
        root: tabs['bar'],
        list: tabs['tabs'],
        tab: tabs['tab'],
        tabSection: tabs['count'],
      },
    }),
  },
})

export function ConsoleTheme({ children }: { children: ReactNode }) {
  return (
    <DirectionProvider>
      <HeadlessMantineProvider theme={THEME}>{children}</HeadlessMantineProvider>
    </DirectionProvider>
  )
}
