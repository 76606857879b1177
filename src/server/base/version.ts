/** The product's version, from `package.json`: part of every response about it. */

export const APP_VERSION = '1.52.2'
