import activity from 'icon:activity';
import arrowDown from 'icon:arrow-down-to-line';
import axis from 'icon:axis-3d';
import battery from 'icon:battery-medium';
import bot from 'icon:bot';
import box from 'icon:box';
import branch from 'icon:git-branch';
import camera from 'icon:camera';
import chart from 'icon:chart-spline';
import check from 'icon:check';
import chevronDown from 'icon:chevron-down';
import chevronLeft from 'icon:chevron-left';
import chevronRight from 'icon:chevron-right';
import circleDot from 'icon:circle-dot';
import compare from 'icon:git-compare-arrows';
import compass from 'icon:compass';
import cone from 'icon:cone';
import copy from 'icon:copy';
import download from 'icon:download';
import eye from 'icon:eye';
import eyeOff from 'icon:eye-off';
import fileClock from 'icon:file-clock';
import fileCode from 'icon:file-code';
import folderUp from 'icon:folder-up';
import gamepad from 'icon:gamepad-2';
import ghost from 'icon:ghost';
import hand from 'icon:hand';
import help from 'icon:circle-question-mark';
import image from 'icon:image';
import info from 'icon:info';
import layers from 'icon:layers';
import lock from 'icon:lock';
import map from 'icon:map';
import maximize from 'icon:maximize-2';
import menu from 'icon:menu';
import minimize from 'icon:minimize-2';
import minus from 'icon:minus';
import mountain from 'icon:mountain';
import move from 'icon:move-3d';
import octagon from 'icon:octagon-x';
import packageBox from 'icon:package';
import panelLeft from 'icon:panel-left';
import panelRight from 'icon:panel-right';
import pause from 'icon:pause';
import play from 'icon:play';
import plus from 'icon:plus';
import pointer from 'icon:mouse-pointer-2';
import radar from 'icon:radar';
import ramp from 'icon:triangle';
import redo from 'icon:redo-2';
import refresh from 'icon:refresh-cw';
import reset from 'icon:rotate-ccw';
import rotate from 'icon:rotate-3d';
import route from 'icon:route';
import ruler from 'icon:ruler';
import save from 'icon:save';
import scan from 'icon:scan';
import scroll from 'icon:scroll-text';
import search from 'icon:search';
import snowflake from 'icon:snowflake';
import stepBack from 'icon:step-back';
import stepForward from 'icon:step-forward';
import sun from 'icon:sun';
import sunMoon from 'icon:sun-moon';
import table from 'icon:table';
import target from 'icon:locate-fixed';
import trash from 'icon:trash-2';
import trees from 'icon:trees';
import triangle from 'icon:triangle-alert';
import undo from 'icon:undo-2';
import unlock from 'icon:lock-open';
import unplug from 'icon:unplug';
import upload from 'icon:upload';
import video from 'icon:video';
import waves from 'icon:waves';
import wifi from 'icon:wifi';
import x from 'icon:x';

/** Surefoot's own icon. */
const steering = '<circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="2.5"/><path d="M3.5 10.5 9.6 11.3M20.5 10.5 14.4 11.3M12 14.5V21"/>';

const drawings = {
  activity, arrowDown, axis, battery, bot, box, branch, camera, chart, check, chevronDown, chevronLeft, chevronRight, circleDot, compare, compass, cone, copy, download,
  eye, eyeOff, fileClock, fileCode, folderUp, gamepad, ghost, hand, help, image, info, layers, lock, map, maximize, menu,
  minimize, minus, mountain, move, octagon, packageBox, panelLeft, panelRight, pause, play, plus, pointer, radar, ramp, redo, refresh,
  reset, rotate, route, ruler, save, scan, scroll, search, snowflake, steering, stepBack, stepForward, sun, sunMoon,
  table, target, trash, trees, triangle, undo, unlock, unplug, upload, video, waves, wifi, x,
};

export type IconName = keyof typeof drawings;

export function isIcon(name: string): name is IconName {
  return name in drawings;
}

/** An icon of 16 px, or 14 if small. Hidden from screen readers: its button has the label. */
export function Icon({ name, small, class: extra }: { name: IconName; small?: boolean; class?: string }) {
  return (
    <svg class={`i${small ? ' s' : ''}${extra ? ` ${extra}` : ''}`} viewBox="0 0 24 24" aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: drawings[name] }} />
  );
}
