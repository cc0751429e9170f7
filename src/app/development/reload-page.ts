/** What browsers receive when sources of shop or pages have changed. */
export const sourcesChanged = 'shop:sources-changed'

// On pages without React, which cannot be changed in place. Browsers keep the scroll position and what was typed.
import.meta.hot?.on(sourcesChanged, () => location.reload())
