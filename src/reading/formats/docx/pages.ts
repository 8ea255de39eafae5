/**
 * Counts pages along the body. A rendered mark (lastRenderedPageBreak) right after a break that the writer asked for is
 * the same break seen twice, so it counts once.
 */
export class PageCounter {
  page = 1;
  /** Marks of a layout that some program really made. */
  rendered = 0;
  /** Breaks that the writer asked for. */
  asked = 0;
  /** A new page was begun and no text stands on it yet. */
  private fresh = false;
  /** Nothing at all stands on the page yet, not even an empty paragraph. */
  private top = true;
  /** The paragraph so far ends in a break, so its mark stays on the page before (17.15.3.61 is off by default). */
  private breakEndsParagraph = false;

  /** w:lastRenderedPageBreak */
  mark(): void {
    this.rendered++;
    if (!this.fresh) this.page++;
    this.fresh = false;
    this.top = true;
    this.breakEndsParagraph = false;
  }

  /** w:br type="page" */
  break(): void {
    this.asked++;
    this.begin(1);
    this.breakEndsParagraph = true;
  }

  /** w:pageBreakBefore: nothing happens where the page is new anyway. */
  breakBefore(): void {
    if (this.top) return;
    this.asked++;
    this.begin(1);
  }

  /** Text or a picture stands here. */
  content(): void {
    this.fresh = false;
    this.top = false;
    this.breakEndsParagraph = false;
  }

  endParagraph(): void {
    if (this.breakEndsParagraph) this.breakEndsParagraph = false;
    else this.top = false;
  }

  /** The section after this one begins in this way (17.6.22 type). `breakInParagraph`: its last paragraph ended in a break. */
  section(kind: string, breakInParagraph: boolean): void {
    if (kind === 'continuous' || kind === 'nextColumn') return;
    if (!breakInParagraph) {
      this.asked++;
      this.begin(1);
    }
    // The printer leaves a page blank where the parity does not fit.
    if ((kind === 'oddPage' && this.page % 2 === 0) || (kind === 'evenPage' && this.page % 2 === 1)) this.page++;
  }

  endsInBreak(): boolean {
    return this.breakEndsParagraph;
  }

  atTop(): boolean {
    return this.top;
  }

  /** For cells, which lie side by side: each begins where its row begins. */
  moveTo(page: number, sameBreakMayFollow: boolean): void {
    this.page = page;
    this.fresh = sameBreakMayFollow;
    this.top = false;
    this.breakEndsParagraph = false;
  }

  private begin(pages: number): void {
    this.page += pages;
    this.fresh = true;
    this.top = true;
  }
}
