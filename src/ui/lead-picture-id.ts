/** Around the first picture of a page, into which the picture of a link grows (decision 230). */
export const leadPictureId = 'lead-picture'
