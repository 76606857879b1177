/** Which product this is: stands in every answer about it, and in `package.json`. */

export const APP_VERSION = '1.52.2'
