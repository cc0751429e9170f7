import { sourcesChanged } from './change-event.ts'

// On pages without React, which cannot be changed in place. Browsers keep the scroll position and what was typed.
import.meta.hot?.on(sourcesChanged, () => location.reload())
