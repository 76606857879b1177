/** The version of what a browser interprets. Goes up when documents ask for something that older code cannot draw. */

/** A page whose own is lower than its release's loads the app anew before it goes on. */
export const ENGINE_VERSION = 1
