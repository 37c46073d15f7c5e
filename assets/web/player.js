// Plays a run that linlab wrote into this page: draws its frames, moves between steps and tells what
// is under the pointer. It learns nothing and asks no server for anything.
"use strict";

(() => {
  const FONTS = 'Inter, "Helvetica Neue", Helvetica, Arial, sans-serif';
  const BASELINE = 0.36; // below the middle of a text, in font sizes
  const VEIL = 0.8; // opacity of a label's background
  const QUARTER = 4; // places per pixel
  const NARROW = 255; // cells in a row whose borders are bytes
  const MOST_IMAGES = 24; // coloured images that are kept
  const REACH = 7; // pixels around a mark in which the pointer finds it
  const FRAME = 1000 / 60; // milliseconds
  const ANCHORS = ["left", "center", "right"];

  const night = matchMedia("screen and (prefers-color-scheme: dark)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const players = [];
  let active = null; // the player that the keys move

  // Reading

  async function unpacked(id) {
    const text = atob(document.getElementById(id).textContent.trim());
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  // The list of items of each frame, from what changed since the frame before.
  function lists(frames) {
    let before = [];
    return frames.map(([head, foot, ...between]) => {
      before = [...before.slice(0, head), ...between, ...before.slice(before.length - foot)];
      return before;
    });
  }

  // The cells of each image: as they are, or from the borders between them.
  function imagesOf(records, content) {
    let at = 0;
    return records.map(([width, height, length]) => {
      const own = content.slice(at, at + length);
      at += length;
      const cells = length === width * height ? own : filled(width, height, own);
      return { width, height, cells };
    });
  }

  // See linlab/engine/export/web/images.py.
  function filled(width, height, bytes) {
    const narrow = width <= NARROW;
    const numbers = narrow ? bytes : new Uint16Array(bytes.buffer);
    const whole = narrow ? 0xff : 0xffff;
    const cells = new Uint8Array(width * height);
    let at = 0;
    let runs = [];
    let begins = [];
    let moved = null;
    for (let row = 0; row < height; row++) {
      const count = numbers[at++];
      if (count) {
        runs = numbers.subarray(at, at + count);
        begins = Array.from(numbers.subarray(at + count, at + 2 * count - 1));
        at += 2 * count - 1;
        moved = null;
      } else {
        const way = begins.map((_, k) => numbers[at + k] + (moved ? moved[k] : 0));
        begins = begins.map((begin, k) => (begin + way[k]) & whole);
        at += way.length;
        moved = way;
      }
      runs.forEach((cell, k) => {
        const start = k ? begins[k - 1] : 0;
        const end = k < begins.length ? begins[k] : width;
        cells.fill(cell, row * width + start, row * width + end);
      });
    }
    return cells;
  }

  function places(steps) {
    const out = new Float32Array(steps.length);
    let x = 0;
    let y = 0;
    for (let k = 0; k < steps.length; k += 2) {
      x += steps[k];
      y += steps[k + 1];
      out[k] = x / QUARTER;
      out[k + 1] = y / QUARTER;
    }
    return out;
  }

  // Drawing

  function trace(path, corners, closed) {
    const end = corners.length - 2;
    const returns = end > 4 && corners[0] === corners[end] && corners[1] === corners[end + 1];
    path.moveTo(corners[0], corners[1]);
    for (let k = 2; k <= end; k += 2) path.lineTo(corners[k], corners[k + 1]);
    if (closed || returns) path.closePath();
  }

  class Drawing {
    constructor(data, cells) {
      this.data = data;
      this.images = imagesOf(data.images, cells);
      this.prepared = new Map(); // paths and places of items, made when they are first drawn
      this.coloured = new Map(); // images in the colours of the day
    }

    colour(number) {
      return this.data.colours[number][night.matches ? 1 : 0];
    }

    item(number) {
      let made = this.prepared.get(number);
      if (made === undefined) {
        made = this.prepare(this.data.items[number]);
        this.prepared.set(number, made);
      }
      return made;
    }

    prepare(item) {
      const path = new Path2D();
      if (item[0] === "l") for (const line of item[2]) trace(path, places(line), false);
      if (item[0] === "a") for (const ring of item[4]) trace(path, places(ring), true);
      if (item[0] !== "m") return { item, path };
      const [, symbol, size, , , steps, ids] = item;
      const at = places(steps);
      const outline = this.data.symbols[symbol];
      for (let k = 0; k < at.length; k += 2) {
        if (outline === null) {
          path.moveTo(at[k] + size / 2, at[k + 1]);
          path.arc(at[k], at[k + 1], size / 2, 0, 2 * Math.PI);
        } else {
          outline.forEach(([x, y], corner) => {
            const draw = corner ? "lineTo" : "moveTo";
            path[draw](at[k] + size * x, at[k + 1] + size * y);
          });
          path.closePath();
        }
      }
      return { item, path, at, ids, size };
    }

    // Each mark is drawn whole before the next: a later one lies over an earlier one.
    marks(to, made) {
      const [, symbol, size, fill, pen] = made.item;
      const alone = made.at.length <= 2;
      if (alone || !this.has(fill) || !this.draws(pen)) {
        this.paint(to, made.path, fill, 1, pen);
        return;
      }
      made.one = made.one || this.prepare(["m", symbol, size, fill, pen, [0, 0], 0]).path;
      to.fillStyle = this.colour(fill);
      this.dip(to, pen);
      for (let k = 0; k < made.at.length; k += 2) {
        to.translate(made.at[k], made.at[k + 1]);
        to.fill(made.one);
        to.stroke(made.one);
        to.translate(-made.at[k], -made.at[k + 1]);
      }
      this.wipe(to);
    }

    dip(to, pen) {
      const [colour, width, dash, opacity] = this.data.pens[pen];
      to.strokeStyle = this.colour(colour);
      to.lineWidth = width;
      to.setLineDash(dash);
      to.globalAlpha = opacity;
    }

    wipe(to) {
      to.globalAlpha = 1;
      to.setLineDash([]);
    }

    // Whether there is a colour of this number on a page like this one.
    has(number) {
      return number >= 0 && this.colour(number) !== null;
    }

    draws(pen) {
      return pen >= 0 && this.has(this.data.pens[pen][0]);
    }

    paint(to, path, fill, opacity, pen) {
      if (this.has(fill)) {
        to.fillStyle = this.colour(fill);
        to.globalAlpha = opacity;
        to.fill(path);
        to.globalAlpha = 1;
      }
      if (this.draws(pen)) {
        this.dip(to, pen);
        to.stroke(path);
        this.wipe(to);
      }
    }

    text(to, [, words, x, y, size, colour, anchor, bold, veil, turned]) {
      if (!this.has(colour)) return;
      to.save();
      to.translate(x, y);
      if (turned) to.rotate(-Math.PI / 2);
      to.font = `${bold ? "bold " : ""}${size}px ${FONTS}`;
      to.textAlign = ANCHORS[anchor];
      if (this.has(veil)) {
        const air = 0.3 * size;
        const width = to.measureText(words).width;
        const left = [0, -width / 2, -width][anchor] - air;
        const path = new Path2D();
        path.roundRect(left, -0.8 * size, width + 2 * air, 1.6 * size, 3);
        this.paint(to, path, veil, VEIL, -1);
      }
      to.fillStyle = this.colour(colour);
      to.fillText(words, 0, BASELINE * size);
      to.restore();
    }

    image(to, [, x, y, width, height, number, palette, smooth]) {
      const key = `${number} ${palette} ${night.matches}`;
      let made = this.coloured.get(key);
      if (made === undefined) {
        made = this.colouredImage(this.images[number], this.data.palettes[palette]);
        this.coloured.set(key, made);
        if (this.coloured.size > MOST_IMAGES) {
          this.coloured.delete(this.coloured.keys().next().value);
        }
      }
      to.imageSmoothingEnabled = Boolean(smooth);
      to.imageSmoothingQuality = "high";
      to.drawImage(made, x, y, width, height);
    }

    colouredImage({ width, height, cells }, palette) {
      const little = palette.map((number) => {
        const hex = parseInt(this.colour(number).slice(1), 16);
        return (0xff000000 | ((hex & 255) << 16) | (hex & 0xff00) | (hex >> 16)) >>> 0;
      });
      const canvas = document.createElement("canvas");
      canvas.width = width;
      canvas.height = height;
      const pixels = new ImageData(width, height);
      const words = new Uint32Array(pixels.data.buffer);
      for (let k = 0; k < cells.length; k++) words[k] = little[cells[k]];
      canvas.getContext("2d").putImageData(pixels, 0, 0);
      return canvas;
    }

    draw(to, numbers, pointed) {
      to.lineJoin = "round";
      for (const number of numbers) {
        const made = this.item(number);
        const { item, path } = made;
        switch (item[0]) {
          case "r": {
            const [, x, y, width, height, fill, pen, radius] = item;
            const box = new Path2D();
            box.roundRect(x, y, width, height, radius);
            this.paint(to, box, fill, 1, pen);
            break;
          }
          case "l":
            this.paint(to, path, -1, 1, item[1]);
            break;
          case "a":
            this.paint(to, path, item[1], item[3], item[2]);
            break;
          case "m":
            this.marks(to, made);
            break;
          case "t":
            this.text(to, item);
            break;
          case "i":
            this.image(to, item);
            break;
          case "c":
            to.save();
            to.beginPath();
            to.rect(item[1], item[2], item[3], item[4]);
            to.clip();
            break;
          case "u":
            to.restore();
            break;
        }
      }
      if (pointed !== null) this.ring(to, numbers, pointed);
    }

    // A ring around the marks of the example that is pointed at, in every view.
    ring(to, numbers, pointed) {
      to.strokeStyle = this.colour(this.data.halo);
      to.lineWidth = 3;
      for (const number of numbers) {
        const { ids, at, size } = this.item(number);
        const k = ids ? ids.indexOf(pointed) : -1;
        if (k >= 0) {
          to.beginPath();
          to.arc(at[2 * k], at[2 * k + 1], size / 2 + 4, 0, 2 * Math.PI);
          to.stroke();
        }
      }
    }

    // The id of the nearest mark at a place of the page.
    idAt(numbers, x, y, reach) {
      let best = null;
      let near = Infinity;
      for (const number of numbers) {
        const { ids, at, size } = this.item(number);
        for (let k = 0; ids && k < ids.length; k++) {
          const far = Math.hypot(at[2 * k] - x, at[2 * k + 1] - y);
          if (far < near && far <= size / 2 + reach) {
            near = far;
            best = ids[k];
          }
        }
      }
      return best;
    }

    // The class that the shading shows at a place of the page.
    classAt(numbers, x, y) {
      let box = null;
      for (const number of numbers) {
        const { item } = this.item(number);
        if (item[0] === "c") box = item;
        if (item[0] !== "i" || item[8] < 0 || !within(box, x, y)) continue;
        const [, left, top, width, height, image, , , names] = item;
        const { width: across, height: down, cells } = this.images[image];
        const column = Math.floor(((x - left) / width) * across);
        const row = Math.floor(((y - top) / height) * down);
        if (column < 0 || row < 0 || column >= across || row >= down) continue;
        const [bands, ...classes] = this.data.names[names];
        return classes[Math.floor(cells[row * across + column] / bands)] ?? "undecided";
      }
      return null;
    }
  }

  function within(box, x, y) {
    const [, left, top, width, height] = box;
    return x >= left && y >= top && x <= left + width && y <= top + height;
  }

  function signed(value) {
    return String(value).replace("-", "−");
  }

  // A view: a canvas and its pictures.

  class View {
    constructor(player, figure, record) {
      this.player = player;
      this.figure = figure;
      this.canvas = figure.querySelector("canvas");
      this.tip = figure.querySelector(".tip");
      this.record = record;
      this.frames = lists(record.frames);
      this.canvas.addEventListener("pointermove", (event) => this.point(event));
      this.canvas.addEventListener("pointerdown", (event) => this.point(event));
      this.canvas.addEventListener("pointerleave", () => this.leave());
      new ResizeObserver(() => this.fit()).observe(this.canvas);
    }

    fit() {
      const width = Math.round(this.canvas.clientWidth * devicePixelRatio);
      if (width && width !== this.canvas.width) {
        this.canvas.width = width;
        this.canvas.height = Math.round((width * this.record.height) / this.record.width);
      }
      this.draw();
    }

    draw() {
      const to = this.canvas.getContext("2d");
      to.setTransform(1, 0, 0, 1, 0, 0);
      to.scale(this.canvas.width / this.record.width, this.canvas.height / this.record.height);
      this.player.drawing.draw(to, this.frames[this.player.k], this.player.pointed);
      if (this.overlay) this.overlay(to);
    }

    describe() {
      this.canvas.setAttribute("aria-label", this.record.words[this.player.k]);
    }

    place(event) {
      const scale = this.record.width / this.canvas.clientWidth;
      return [event.offsetX * scale, event.offsetY * scale, scale];
    }

    point(event) {
      const [x, y, scale] = this.place(event);
      const numbers = this.frames[this.player.k];
      const reach = (event.pointerType === "touch" ? 2 : 1) * REACH * scale;
      const id = this.player.drawing.idAt(numbers, x, y, reach);
      const lines =
        id === null ? this.player.classLines(numbers, x, y) : this.player.exampleLines(id);
      this.player.highlight(id);
      this.say(lines, event.offsetX, event.offsetY);
    }

    say(lines, x, y) {
      this.tip.hidden = !lines.length;
      this.tip.replaceChildren(
        ...lines.map((line) => {
          const row = document.createElement("div");
          row.textContent = line;
          return row;
        }),
      );
      const room = this.figure.clientWidth;
      const left = Math.min(x + 14, room - this.tip.offsetWidth - 4);
      const above = y - this.tip.offsetHeight - 10;
      this.tip.style.left = `${Math.max(4, left)}px`;
      this.tip.style.top = `${this.canvas.offsetTop + (above > 0 ? above : y + 16)}px`;
    }

    leave() {
      this.tip.hidden = true;
      this.player.highlight(null);
    }
  }

  // A player: views, a slider and buttons that move through the steps.

  class Player {
    constructor(root, data, cells) {
      this.root = root;
      this.data = data;
      this.drawing = new Drawing(data, cells);
      this.k = 0;
      this.pointed = null;
      this.playing = false;
      this.locked = false; // at the first step, while a question is asked about the rest
      this.part = (name) => root.querySelector(`.${name}`);
      this.slider = this.part("slider");
      this.speed = this.part("speed");
      const figures = [...root.querySelectorAll(".view")];
      this.views = figures.map((figure, v) => new View(this, figure, data.views[v]));
      this.slider.max = this.last;
      this.slider.addEventListener("input", () => this.stop().show(Number(this.slider.value)));
      this.slider.addEventListener("change", () => this.tell());
      const acts = {
        first: () => this.stop().show(0),
        back: () => this.stop().show(this.k - 1),
        play: () => this.toggle(),
        next: () => this.stop().show(this.k + 1),
      };
      for (const [name, act] of Object.entries(acts)) {
        this.part(name).addEventListener("click", act);
      }
      root.addEventListener("pointerdown", () => (active = this));
      root.addEventListener("focusin", () => (active = this));
      for (const view of this.views) view.fit();
      this.show(0);
    }

    get last() {
      return this.data.steps.length - 1;
    }

    lock(on) {
      this.stop();
      this.locked = on;
      this.show(on ? 0 : this.k);
    }

    show(k) {
      this.k = this.locked ? 0 : Math.max(0, Math.min(this.last, k));
      const t = this.data.steps[this.k];
      this.slider.value = this.k;
      this.slider.style.setProperty("--done", `${(100 * this.k) / Math.max(1, this.last)}%`);
      this.slider.setAttribute("aria-valuetext", `Step ${t}`);
      this.part("count").textContent = `${t} / ${this.data.steps[this.last]}`;
      this.part("number").textContent = `Step ${t}`;
      this.part("sentence").textContent = this.data.sentences[this.k];
      this.part("first").disabled = this.part("back").disabled = this.k === 0;
      this.part("next").disabled = this.locked || this.k === this.last;
      this.slider.disabled = this.part("play").disabled = this.locked;
      for (const view of this.views) view.draw();
      if (!this.playing) this.tell();
      return this;
    }

    // For a screen reader, but not at every frame of a run that plays.
    tell() {
      for (const view of this.views) view.describe();
    }

    toggle() {
      if (this.locked) return;
      if (this.playing) this.stop();
      else this.play();
    }

    play() {
      if (this.k === this.last) this.show(0);
      this.playing = true;
      this.label("Pause");
      this.part("sentence").setAttribute("aria-live", "off");
      let due = performance.now();
      const beat = (now) => {
        if (!this.playing) return;
        const wait = 1000 / Number(this.speed.value);
        const steps = Math.floor((now - due + FRAME / 2) / wait);
        if (steps > 0) {
          due += steps * wait;
          this.show(this.k + steps);
        }
        if (this.k === this.last) this.stop();
        else requestAnimationFrame(beat);
      };
      requestAnimationFrame(beat);
    }

    stop() {
      if (this.playing) {
        this.playing = false;
        this.label("Play");
        this.part("sentence").setAttribute("aria-live", "polite");
        this.tell();
      }
      return this;
    }

    label(words) {
      this.root.classList.toggle("playing", this.playing);
      this.part("play").setAttribute("aria-label", words);
      this.part("play").title = `${words} (Space)`;
    }

    highlight(id) {
      if (id !== this.pointed) {
        this.pointed = id;
        for (const view of this.views) view.draw();
      }
    }

    classLines(numbers, x, y) {
      const name = this.drawing.classAt(numbers, x, y);
      return name === null ? [] : [name];
    }

    exampleLines(id) {
      const [name, label, where] = this.data.points[id];
      const lines = [`${name} · ${label}`, where];
      const [ids, answers, margins] = this.data.answers[this.k];
      const at = ids ? ids.indexOf(id) : -1;
      if (at >= 0) {
        const answer = this.data.classes[answers[at]] ?? "undecided";
        lines.push(`The model says ${answer}.`);
        if (margins[at] !== null) lines.push(`Margin ${signed(margins[at])}`);
      }
      return lines;
    }

    key(event) {
      const acts = {
        " ": () => this.toggle(),
        ArrowRight: () => this.stop().show(this.k + 1),
        ArrowLeft: () => this.stop().show(this.k - 1),
        Home: () => this.stop().show(0),
        End: () => this.stop().show(this.last),
      };
      const act = acts[event.key];
      if (act) {
        event.preventDefault();
        act();
      }
    }
  }

  // Whether a control uses the key itself.
  function takes(control, key) {
    if (!control) return false;
    if (control.type === "range") return key !== " ";
    if (control.matches("button, a, summary")) return key === " ";
    return true;
  }

  addEventListener("keydown", (event) => {
    const control = event.target.closest("input, select, textarea, button, a, summary");
    const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    const player = active || players[0];
    if (player && !modified && !takes(control, event.key)) player.key(event);
  });

  const allViews = () => players.flatMap((player) => player.views);
  night.addEventListener("change", () => allViews().forEach((view) => view.draw()));

  // The page may be moved to a finer screen, or zoomed.
  function watchPixels() {
    const now = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const fit = () => {
      allViews().forEach((view) => view.fit());
      watchPixels();
    };
    now.addEventListener("change", fit, { once: true });
  }
  watchPixels();

  async function begin(root) {
    try {
      const text = new TextDecoder().decode(await unpacked(root.dataset.frames));
      const player = new Player(root, JSON.parse(text), await unpacked(root.dataset.cells));
      if (still.matches) player.speed.value = "1";
      players.push(player);
    } catch (error) {
      root.querySelector(".sentence").textContent =
        `This browser cannot show the run (${error.message}). It needs Chrome 99, Firefox 113 or Safari 16.4, or later.`;
    }
  }

  const begun = Promise.all([...document.querySelectorAll(".player")].map(begin));
  begun.then(() => (document.documentElement.dataset.ready = "yes"));
  window.linlab = { players, begun, night, Drawing, unpacked, lists };
})();
