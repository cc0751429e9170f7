/** Kinds of facts that visitors' pages show: each has a version, and a page of another version is made again. */
export const pageFacts = ['catalogue', 'content', 'flag', 'review', 'place'] as const

export type PageFact = (typeof pageFacts)[number]

/** The name under which a CDN keeps every page that shows facts of this kind. */
export const cdnTag = (fact: PageFact): string => `loam-${fact}`
