/** A placeholder for the address of the desk's style sheet until the build knows it. */
export const deskSheetMark = 'the address of the desk sheet'
