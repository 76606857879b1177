/**
 * The types of the console's widgets: all of it that the app contains before the console is opened.
 */

export const CONSOLE_TYPES = [
  'console-audit',
  'console-errors',
  'console-instruments',
  'console-brand',
  'console-document',
  'console-documents',
  'console-experiments',
  'console-features',
  'console-languages',
  'console-overview',
  'console-people',
  'console-preview',
  'console-recipes',
  'console-records',
  'console-publish',
  'console-releases',
  'console-signin',
  'console-tenants',
  'console-vouchers',
  'console-why',
] as const

export type ConsoleType = (typeof CONSOLE_TYPES)[number]
