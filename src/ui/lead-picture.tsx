import { leadPictureId } from './lead-picture-id.ts'

export { leadPictureId } from './lead-picture-id.ts'

/** Has a browser draw the page not before its first picture was parsed: there is nothing to grow into otherwise. */
export const LeadPictureExpected = () => <link rel="expect" href={`#${leadPictureId}`} blocking="render" />
