import { selected } from '../store/selection';
import { boundsOf, nodeOf } from '../scene/picking';
import type { Overlay, View } from '../scene/view';
import { Tag } from './tags';

/** The name of the selected item, drawn below it. */
export class SelectionTag implements Overlay {
  private readonly tag: Tag;

  constructor(private readonly view: View) {
    this.tag = new Tag(view, 'sim');
  }

  frame(): void {
    const item = selected.peek();
    if (!item?.model || !nodeOf(this.view, item)) return this.tag.hide();
    this.tag.text = item.name || item.model;
    const box = boundsOf(this.view, item);
    if (box.isEmpty()) return this.tag.hide();
    box.getCenter(this.tag.point);
    this.tag.point.z = box.min.z;
    this.tag.place(0, 38);
  }
}
