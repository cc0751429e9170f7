export const reviewsPageEn = {
  highest: 'Highest first',
  lowest: 'Lowest first',
  newest: 'Newest first',
  next: 'Next',
  none: 'No reviews yet.',
  order: 'Order of the reviews',
  page: 'Page {page} of {pages}',
  pages: 'Pages',
  previous: 'Previous',
  rules:
    'Only people who received the product from us can write a review. We read each one before we publish it, and leave out only offensive words, personal details, claims about diseases, and what isn’t about the product.',
  title: 'Reviews of {product}',
  write: 'Write a review',
} as const
