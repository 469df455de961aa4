/**
 * The thresholds by which the layout of a PDF is read. Behind each are the documents of `test` whose text changes when
 * it is moved by a fifth, or by one where it is a small count; where none are named, all read the same within a fifth.
 */
export const thresholds = {
  annotations: {
    /** Of text in a field, in points; the others are shares of the size. */
    usualSize: 10,
    maxShift: 0.8,
    middleHeight: 0.3,
    characterWidth: 0.5,
    /** From one glyph to the next, in thousandths of the size. */
    minSpace: 200,
  },
  blocks: {
    /** Gaps as shares of the usual one, or of the size of a heading. */
    maxTextGap: 1.35, // 14 documents
    maxCodeGap: 2.5, // bzip2, granary, tally-format
    maxHeadingGap: 1.6, // ag-energy
    /** How far from the right edge a line may end that continues on the next page, as a share of its size. */
    maxRaggedEdge: 4,
    minIndentPoints: 2,
    /** How far the first line of a paragraph may be indented, as shares of its size. */
    firstLineIndent: { min: 0.8, max: 4 }, // bzip2, debian-faq
  },
  code: {
    /** Lengths as shares of the size of the text. */
    minGap: 0.8,
    usualGap: 1.2,
    maxBlankLines: 2,
    maxCodeColumns: 400,
  },
  columns: {
    minLines: 8,
    /** A line of running text fills so much of its column. */
    minShareOfColumn: 0.75,
    minShareOfFull: 0.6,
    maxShareOfCrossing: 0.2,
    minGutterPoints: 8,
    /** How many lines in a row, each above the one before, were drawn from below upwards. */
    minUpward: 2,
    /** Of the width of the text, between the corners of a letterhead, and how many lines those share. */
    minShareOfGap: 0.3,
    maxCornerLines: 2,
    /** Where a gutter may be, as shares of the width of the text. */
    middle: { from: 0.35, to: 0.65 },
  },
  contents: {
    maxLinesBetweenEntries: 3, // copias
    minEntries: 4,
    minShareOfEntries: 0.5,
    minShareOfLinks: 0.5,
    minShareElsewhere: 0.5,
    maxEntryCharacters: 250,
    minIndexLines: 6,
    minShareOfIndexEntries: 0.6,
  },
  edges: {
    edgePoints: 2, // long-book
    /** How many lines a running head or foot may have, and how far from the text it is, as a share of its size. */
    maxLines: 4,
    minGap: 1.6, // long-book
  },
  encodings: {
    /** The first pages tell: a document is set in the same fonts throughout. */
    maxPages: 5,
    maxShareOfLost: 0.4,
    minLost: 3,
  },
  headings: {
    maxHeadingLines: 5,
    maxLinesOfPage: 2_000,
    maxBookmarksOfPage: 200,
    /** How far below its destination a heading may begin, in points. */
    maxDistance: 150,
    maxPrefixCharacters: 12, // copias
    minShareOfFound: 0.4,
    minPages: 2,
    /** Of a line that says "Chapter 1", as a share of that of the heading below it. */
    minChapterSize: 0.75, // archiviste
  },
  layout: {
    maxDepths: 4,
    maxNumberedDepth: 5,
    maxHeadingCharacters: 150,
    maxBoldHeadingCharacters: 90,
    maxShareOfBoldLines: 0.4,
    /** Numbers say how deep headings are where there are this many, and so large a share of all. */
    minNumberedHeadings: 3,
    minShareOfNumbered: 0.4,
    /** Sizes as shares of that of the text. */
    minHeadingSize: 1.1, // 26 documents
    minBoldHeadingSize: 0.98, // 10 documents
    usualLeading: 1.3,
  },
  lines: {
    /** Lengths as shares of the size of the text. */
    maxLineShift: 0.5,
    minAcrossShift: 0.2,
    minShareOfMono: 0.8, // granary
    maxMarkSize: 0.8, // invoice-en, rechnung-de, schet-ru
  },
  links: {
    /** Where the middle of small letters is, as a share of their size. */
    middleHeight: 0.3,
    maxSnapCharacters: 4,
  },
  list: {
    pointsPerLevel: 6,
  },
  margins: {
    minPages: 3, // long-book, tally-format
    /** Heads and feet of several lines are taken away one line after the other. */
    maxMarginLines: 3,
    /** How many of the lines at one height must look like a head or foot, and on how many of the pages. */
    minShareOfMargins: 0.6,
    minShareOfApart: 0.5,
    minShareOfPages: 0.2, // long-book
    minShareOfSparePages: 0.4, // copias
    maxHeadLetters: 40,
  },
  outline: {
    maxIndentPoints: 3,
    /** Of headings in front of the first chapter. */
    frontDepth: 2, // copias, granary
    /** Lines beside a title are no part of the outline if they are at most this share of all: not in a letter. */
    maxShareOfCompany: 0.05,
  },
  ownWords: {
    /** Of a line that says "Page 1 of 3" in any language. */
    maxPageLetters: 12,
  },
  pictures: {
    minWidth: 40,
    minHeight: 30,
    /** What covers so much of a page that has text is its background. */
    maxShareOfPage: 0.8,
    maxPicturesOfPage: 100,
    maxNesting: 200,
    /** What stands on more pages than this, and on this share of all, is a logo. */
    maxPagesOfPicture: 3,
    maxShareOfPages: 0.2,
  },
  pieces: {
    /** Lengths as shares of the size of the text. */
    minSpaceWidth: 0.15, // granary
    minCellGap: 1.5, // ag-energy, delivery-note-en, factura-es, invoice-en, rechnung-de
  },
  rules: {
    /** Lengths in points: of a line across, between lines that are one, and of the shortest line of a table. */
    maxRulePoints: 3,
    snapPoints: 2.5,
    minRulePoints: 6,
    /** What draws more than this is no table. */
    maxRules: 4_000,
    maxPoints: 100,
    /** A cell with more lines is a part of the page that a frame sets apart. */
    maxLinesOfCell: 30,
    /** How far a place between words may be from a line that parts them, in characters. */
    maxSplitCharacters: 4,
    /** Gaps between cells, as a share of the size of the text, and in points from one row to the next. */
    minGap: 0.4,
    maxRowPoints: 60,
  },
  tables: {
    /** Lengths as shares of the usual distance of lines. */
    maxRowGap: 2.6, // mustang-rechnung
    maxWrappedGap: 1.35,
    minRows: 3, // ag-energy, delivery-note-en, invoice-en, letter-en, mustang-rechnung
    maxRows: 200,
    maxColumns: 20, // background-checks
    alignedPoints: 3,
    minShareOfAligned: 0.6, // ag-energy
  },
  title: {
    minTitleSize: 1.2, // facture-fr, mustang-rechnung, rechnung-de, schet-ru, senate-expenditures
    maxTitleLines: 4, // senate-expenditures
    maxTitlePageLines: 15,
    /** A line that is as wide as the text, or a sentence, is not of a title page. */
    minShareOfWidth: 0.85,
    minSentenceCharacters: 40,
    /** Metadata that the first pages do not say may be those of another document. */
    maxPages: 3,
  },
}
