/** What is left of a file, and how large its picture is once it is the right way up. */

export type Cleaned = { readonly body: Buffer; readonly width: number; readonly height: number }
