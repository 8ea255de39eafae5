/** Which text is marked as deleted while the marks are met in file order; a deletion may run over runs and paragraphs. */
export class TrackedChanges {
  /** Any insertion or deletion was met. */
  met = false;
  private readonly open = new Set<string>();
  private ends = new Set<string>();

  /** Each part is its own range of marks. A deletion that the part never ends is taken to end with its paragraph. */
  beginPart(source: string): void {
    this.open.clear();
    this.ends = new Set();
    if (!source.includes('deleteBegin')) return;
    for (const match of source.matchAll(/deleteEnd[^<>]{0,200}?\sId="([^"<>]{0,40})"/g)) this.ends.add(match[1] as string);
  }

  get deleting(): boolean {
    return this.open.size > 0;
  }

  /** True where the element was a mark of tracked changes. */
  mark(name: string, id: string): boolean {
    switch (name) {
      case 'deleteBegin':
        this.open.add(id);
        break;
      case 'deleteEnd':
        this.open.delete(id);
        break;
      case 'insertBegin':
      case 'insertEnd':
        break;
      default:
        return false;
    }
    this.met = true;
    return true;
  }

  endParagraph(): void {
    for (const id of this.open) if (!this.ends.has(id)) this.open.delete(id);
  }
}
