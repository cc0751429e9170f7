/** Scripts of a page that is not in the first language name its language, so that refusals answer in it. */
export const pageLanguageHeader = 'x-page-language'
