"""A kitchen in the morning.  blender -b -P scene_kitchen.py -- water|yogurt|apple|pouch"""
import sys, os; sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from loamset import *
from mathutils import noise
item = sys.argv[-1]

def counter(w=26, d=7):
    """Honed stone with fine specks."""
    m = mat('stone', '#B9B8AB', .32, spec=.45); nt = m.node_tree; N, L = nt.nodes.new, nt.links.new
    tc = N('ShaderNodeTexCoord'); v = N('ShaderNodeTexVoronoi'); v.inputs['Scale'].default_value = 17; L(tc.outputs['Object'], v.inputs['Vector'])
    r = N('ShaderNodeValToRGB'); e = r.color_ramp.elements
    e[0].position, e[0].color = .0, (*srgb('#7C7A6C'), 1); e[1].position, e[1].color = .18, (*srgb('#C3C2B5'), 1)
    L(v.outputs['Distance'], r.inputs[0]); L(r.outputs[0], nt.nodes['Principled BSDF'].inputs['Base Color'])
    o = slab('counter', w, d, .5, m, .04); o.location = (0, 0, -.5)

def tiles(y, w=26, h=11, a=1.9, b=.95):
    glaze = mat('tile', '#D5D9CC', .16, spec=.5, coat=.4, bump=.04, bump_scale=5); grout = slab('grout', w, .1, h, mat('grout', '#A9AB9E', .9), .01); grout.location = (0, y + .12, 0)
    R = random.Random(3); one = slab('tile', a - .05, .12, b - .05, glaze, .03)
    for j in range(int(h / b)):
        for i in range(int(w / a) + 1):
            o = add(bpy.data.objects.new('t', one.data)); o.location = (-w / 2 + a * (i + .5 * (j % 2)), y, b * j + .03); o.rotation_euler = (R.gauss(0, .006), 0, R.gauss(0, .006))
    bpy.data.objects.remove(one)

def window(at, target, strength=4.2):
    """Low sun through a window with six panes: only its frame stands in the light."""
    s = sun((Vector(target) - Vector(at)), strength, .9, '#FFE6BE'); dark = mat('frame', '#222222', .9)
    e = empty('window', at); look_at(e, target); bpy.context.view_layer.update()
    def bar(x, y, w, h):
        o = slab('bar', w, h, .1, dark, .002); o.parent = e; o.location = (x, y, 0); o.visible_camera = False; o.visible_glossy = False; o.visible_transmission = False; o.visible_diffuse = False
    W, H = 5.4, 5.0
    for x in (-W / 6, W / 6): bar(x, 0, .16, H)
    bar(0, 0, W, .16)
    for x, y, w, h in ((-W / 2 - 6, 0, 12, 30), (W / 2 + 6, 0, 12, 30), (0, H / 2 + 6, W, 12), (0, -H / 2 - 6, W, 12)): bar(x, y, w, h)

start(23); world('#CBD6DB', .50)
bpy.context.scene.cycles.max_bounces = 14; bpy.context.scene.cycles.transmission_bounces = 14
if item == 'water':
    counter(); tiles(2.9)
    window((-9, -5.5, 8.2), (.3, .9, 1.1))
    softbox((-5, -3, 5), (0, 0, 1), 2.4, 4, 120, '#FFF3E0')
    tumbler((-1.15, .55, 0)); jar('ds', (1.05, .25, 0), math.radians(4))
    caps = capsule_mats('ds')
    nested_capsule(*caps, loc=(-.05, -1.0, .14), rot=(math.pi / 2, 0, math.radians(70))); nested_capsule(*caps, loc=(.55, -1.3, .14), rot=(math.pi / 2, 0, math.radians(28)))
    camera((.1, -11.0, 4.0), (.05, .2, 1.38), 62)
    render('kitchen-morning', 960, 770, 20, limit=0, noise=.04)
elif item == 'yogurt':
    counter(d=10); tiles(4.9)
    window((-9, -5.5, 8.2), (.2, .4, .8), 3.4); softbox((-5, -3, 5), (0, 0, 1), 2.4, 4, 100, '#FFF3E0')
    cream = mat('yogurt', '#E9E3D3', .26, spec=.45, coat=.2); nb = cream.node_tree.nodes['Principled BSDF']
    nb.inputs['Subsurface'].default_value = .10; nb.inputs['Subsurface Color'].default_value = (*srgb('#F2EBDA'), 1); nb.inputs['Subsurface Radius'].default_value = (.14, .11, .08)
    clear = glass('clear', (.975, .99, .98)); R0, H, t = 1.0, 1.95, .075
    def pot(x, y, dug=False, seed=0):
        """A pot of pressed glass with yogurt that has set in it; one spoonful may be gone."""
        e = empty('pot', (x, y, 0)); side = [(R0 - .16, .02), (R0 - .10, .06), (R0 - .06, .16), (R0, .9), (R0 + .02, H - .42), (R0 - .02, H - .34), (R0 - .02, H - .20), (R0 + .055, H - .14), (R0 + .055, H - .05)]
        lathe('pot', [(1e-4, .05), (R0 - .30, .05), (R0 - .22, 0)] + side + arc(R0 + .01, H - .045, .045, 0, 180, 8) + [(R0 - .02 - t, H - .25), (R0 + .02 - t, H - .45), (R0 - t, .9), (R0 - t - .05, .26)] + arc(R0 - t - .17, .26, .12, 0, -90, 6) + [(1e-4, .14)], clear, 128).parent = e
        top = H - .46; v, f, rows, ring = [], [], 60, 160
        R1 = R0 + .02 - t + .004
        prof = [(1e-4, .136), (R0 - t - .17, .136), (R0 - t - .047, .26), (R0 - t + .004, .9), (R1, top + .02)]
        lathe('body', prof, cream, 128).parent = e
        for i in range(rows + 1):
            for q in range(ring):
                d, a = R1 * i / rows, 2 * math.pi * q / ring; px, py = d * math.cos(a), d * math.sin(a); w = Vector((px, py, seed)); k = min(1, (1 - i / rows) * 6)
                z = top + .02 + k * (.012 * noise.noise(w * 2) - .01)
                if dug: b = ((px - .18) / .50) ** 2 + ((py + .22) / .40) ** 2; z += k * (-.40 * math.exp(-b ** 2.2) + (.035 * noise.noise(w * 5) + .012 * noise.noise(w * 14)) * math.exp(-(b - .9) ** 2 * 2))
                v.append((px, py, z))
        for i in range(rows):
            for q in range(ring): f.append((i * ring + q, (i + 1) * ring + q, (i + 1) * ring + (q + 1) % ring, i * ring + (q + 1) % ring))
        mesh('top', v, f, cream, auto=80).parent = e
    pot(-1.55, 1.15, seed=1); pot(.95, 1.55, seed=2); pot(-.12, -.62, True, 3)
    steel = mat('steel', '#C4C1B8', .18, metal=1, bump=.01, bump_scale=30); spoon((1.25, -1.62, .06), (0, 0, math.radians(14)), steel, 4.6)
    camera((.3, -9.6, 6.0), (.10, .10, .85), 64, fstop=5, focus=(0, -.6, 1.4))
    render('kitchen-yogurt', 880, 706, 9, limit=0, noise=.04)
elif item == 'apple':
    counter(d=10); tiles(4.9)
    window((-9, -5.5, 8.2), (.2, .6, 1.0), 3.8); softbox((-5, -3, 5), (0, 0, 1), 2.4, 4, 110, '#FFF3E0')
    body = slab('scale', 5.0, 5.6, .42, mat('body', '#E4E4DC', .35, spec=.5, coat=.2), .10, 6); body.location = (0, 0, .06)
    for x in (-2.1, 2.1):
        for y in (-2.3, 2.3): o = lathe('foot', [(1e-4, 0), (.18, 0), (.18, .07), (1e-4, .07)], mat('rubber', '#2A2A28', .8), 32); o.location = (x, y, 0)
    brushed = mat('pan', '#BDBBB3', .30, metal=1); nt = brushed.node_tree; tc, mp, n = (nt.nodes.new('ShaderNode' + k) for k in ('TexCoord', 'Mapping', 'TexNoise'))
    mp.inputs['Scale'].default_value = (2, 160, 1); n.inputs['Scale'].default_value = 3; n.inputs['Detail'].default_value = 3; nt.links.new(tc.outputs['Object'], mp.inputs['Vector']); nt.links.new(mp.outputs[0], n.inputs['Vector'])
    bp = nt.nodes.new('ShaderNodeBump'); bp.inputs['Strength'].default_value = .10; bp.inputs['Distance'].default_value = .01; nt.links.new(n.outputs['Fac'], bp.inputs['Height']); nt.links.new(bp.outputs[0], nt.nodes['Principled BSDF'].inputs['Normal'])
    pan = slab('pan', 4.5, 3.9, .07, brushed, .03, 4); pan.location = (0, .55, .48)
    lcd = slab('lcd', 1.75, .62, .02, mat('lcd', '#A9B39A', .12, spec=.6), .008); lcd.location = (0, -2.02, .475)
    on = Print(lambda x, z: (x, -2.02 + z, .4975), mat('digits', '#23281C', .5)); on.text('8.0', -.36, -.17, .50, cond=True, track=1.06); on.text('oz', .36, -.17, .24, cond=True)
    for x in (-1.6, 1.6): k = lathe('key', [(1e-4, .02), (.20, .02), (.225, 0)], mat('key', '#C9C9C0', .4), 48); k.location = (x, -2.02, .475)
    # an apple: a circle turned around an axis that cuts it, so that both ends are drawn in
    rows, ring, v, f = 120, 200, [], []; a0, b0, c0 = .46, .80, 1.04; lim = math.acos(-a0 / b0)
    for i in range(rows + 1):
        p = -lim + 2 * lim * i / rows; r, z = max(a0 + b0 * math.cos(p), 1e-3), c0 * math.sin(p)
        up = z / c0; r *= 1 + .10 * up; z *= 1.0 if up > 0 else .93
        for q in range(ring):
            a = 2 * math.pi * q / ring; low = max(0, -up) ** 1.5; w = Vector((math.cos(a) * r, math.sin(a) * r, z))
            rr = r * (1 + .040 * low * math.cos(5 * a + .4) + .018 * math.cos(3 * a + 1) + .05 * noise.noise(w * .7)); zz = z + .05 * noise.noise(w * .8 + Vector((7, 0, 0)))
            v.append((rr * math.cos(a), rr * math.sin(a), zz))
    for i in range(rows):
        for q in range(ring): f.append((i * ring + q, i * ring + (q + 1) % ring, (i + 1) * ring + (q + 1) % ring, (i + 1) * ring + q))
    skin = mat('skin', '#A62B1E', .30, spec=.5, coat=.25); nt = skin.node_tree; N, L = nt.nodes.new, nt.links.new; b = nt.nodes['Principled BSDF']
    apple = mesh('apple', v, f, skin, auto=180); uv = apple.data.uv_layers.new()
    for p in apple.data.polygons:
        for li, vi in zip(p.loop_indices, p.vertices):
            q = vi % ring; q = ring if q == 0 and any(j % ring == ring - 1 for j in p.vertices) else q; uv.data[li].uv = (q / ring, (vi // ring) / rows)
    tc = N('ShaderNodeTexCoord')
    def texture(kind, scale, source='UV', **kw):
        mp = N('ShaderNodeMapping'); mp.inputs['Scale'].default_value = scale; L(tc.outputs[source], mp.inputs['Vector']); n = N(kind); L(mp.outputs[0], n.inputs['Vector'])
        for k, x in kw.items(): n.inputs[k].default_value = x
        return n
    def ramp(source, *stops):
        r = N('ShaderNodeValToRGB'); e = r.color_ramp.elements; L(source, r.inputs[0])
        while len(e) < len(stops): e.new(.5)
        for x, (p, c) in zip(e, stops): x.position, x.color = p, (*srgb(c), 1)
        return r.outputs[0]
    def mix(fac, one, two, blend='MIX'):
        m = N('ShaderNodeMixRGB'); m.blend_type = blend; L(fac, m.inputs[0]) if not isinstance(fac, float) else setattr(m.inputs[0], 'default_value', fac); L(one, m.inputs[1]); L(two, m.inputs[2]); return m.outputs[0]
    streak = texture('ShaderNodeTexNoise', (46, 2.2, 1), Scale=1., Detail=5.); broad = texture('ShaderNodeTexNoise', (1.1, 1.1, 1.1), 'Object', Scale=1., Detail=2.)
    add_ = N('ShaderNodeMath'); add_.operation = 'MULTIPLY_ADD'; add_.inputs[1].default_value = .55; L(streak.outputs['Fac'], add_.inputs[0]); L(broad.outputs['Fac'], add_.inputs[2])
    red = ramp(add_.outputs[0], (.56, '#C9A93E'), (.66, '#C46A30'), (.76, '#A3301F'), (.92, '#74170F'))
    dots = texture('ShaderNodeTexVoronoi', (9, 9, 9), 'Object', Scale=1.); spot = ramp(dots.outputs['Distance'], (.04, '#FFFFFF'), (.085, '#000000')); pale = ramp(broad.outputs['Fac'], (0, '#D8B070'), (1, '#D8B070'))
    col = mix(spot, red, pale)
    sep = N('ShaderNodeSeparateXYZ'); L(tc.outputs['UV'], sep.inputs[0]); ends = ramp(sep.outputs['Y'], (0, '#FFFFFF'), (.10, '#000000'), (.80, '#000000'), (.93, '#FFFFFF')); green = ramp(streak.outputs['Fac'], (.3, '#8E8136'), (.7, '#B7A252'))
    L(mix(ends, col, green), b.inputs['Base Color'])
    apple.location = (.02, .55, .55 + 1.0); apple.rotation_euler = (math.radians(7), math.radians(-5), 1.1)
    cu = bpy.data.curves.new('stem', 'CURVE'); cu.dimensions = '3D'; cu.bevel_depth = .062; cu.bevel_resolution = 5; cu.use_fill_caps = True; sp = cu.splines.new('BEZIER'); sp.bezier_points.add(1)
    for k, (co, h, rad) in zip(sp.bezier_points, (((0, 0, .30), (.02, .02, .6), .7), ((.24, -.10, 1.22), (.10, -.02, 1.0), 1.25))): k.co, k.handle_right, k.handle_left, k.radius = co, h if rad < 1 else (.30, -.14, 1.4), h if rad > 1 else (0, 0, 0), rad
    cu.materials.append(mat('stem', '#4B3621', .8, bump=.5, bump_scale=20)); o = add(bpy.data.objects.new('stem', cu)); o.parent = apple
    camera((.5, -10.6, 5.2), (.05, .05, 1.05), 60)
    render('kitchen-apple', 960, 770, 20, limit=0, noise=.04)
elif item == 'pouch':
    counter()
    window((-9, -5.5, 8.2), (.3, .3, .4), 4.0)
    softbox((-5, -3, 5), (0, 0, 1), 2.4, 4, 120, '#FFF3E0')
    m = mat('canvas', '#8C8A6C', .92, spec=.1, sheen=.3); nt = m.node_tree; N, L = nt.nodes.new, nt.links.new
    tc = N('ShaderNodeTexCoord'); w1 = N('ShaderNodeTexWave'); w2 = N('ShaderNodeTexWave'); w1.bands_direction = 'X'; w2.bands_direction = 'Y'
    for w in (w1, w2): w.inputs['Scale'].default_value = 22; w.inputs['Distortion'].default_value = .6; L(tc.outputs['UV'], w.inputs['Vector'])
    mx = N('ShaderNodeMath'); mx.operation = 'MULTIPLY'; L(w1.outputs['Fac'], mx.inputs[0]); L(w2.outputs['Fac'], mx.inputs[1])
    bp = N('ShaderNodeBump'); bp.inputs['Strength'].default_value = .5; bp.inputs['Distance'].default_value = .02; L(mx.outputs[0], bp.inputs['Height']); L(bp.outputs[0], nt.nodes['Principled BSDF'].inputs['Normal'])
    # a flat bag, two sheets sewn along three sides, blown up a little by the cloth solver so that it creases as cloth does
    W, H, n = 4.2, 2.9, 64; k = int(n * H / W); bm = bmesh.new(); uvl = bm.loops.layers.uv.new()
    grid = {}
    for s in (0, 1):
        for j in range(k + 1):
            for i in range(n + 1):
                edge = i in (0, n) or j == 0
                if s and edge: grid[s, i, j] = grid[0, i, j]; continue
                grid[s, i, j] = bm.verts.new((-W / 2 + W * i / n, -H / 2 + H * j / k, (.02 if s == 0 else .10) if not edge else .06))
    for s in (0, 1):
        for j in range(k):
            for i in range(n):
                q = [grid[s, i, j], grid[s, i + 1, j], grid[s, i + 1, j + 1], grid[s, i, j + 1]]
                f = bm.faces.new(q if s else q[::-1])
                for l in f.loops: l[uvl].uv = (l.vert.co.x, l.vert.co.y)
    bag = bm_object('bag', bm, m, auto=80); bag.location = (0, .3, .02); bag.rotation_euler = (0, 0, math.radians(-8))
    pin = bag.vertex_groups.new(name='pin'); c = bag.modifiers.new('c', 'CLOTH'); st = c.settings
    st.quality = 8; st.mass = .3; st.use_pressure = True; st.uniform_pressure_force = 1.5; st.tension_stiffness = 22; st.bending_stiffness = .6; st.shrink_min = .02
    c.collision_settings.use_collision = True; c.collision_settings.distance_min = .012
    fl = slab('floor', 20, 20, .2, mat('nothing', '#B9B8AB'), .01); fl.location = (0, 0, -.2); fl.modifiers.new('col', 'COLLISION'); fl.hide_render = True
    sc = bpy.context.scene; sc.frame_end = 60
    for fr in range(1, 46): sc.frame_set(fr)
    bpy.context.view_layer.update(); me = bpy.data.meshes.new_from_object(bag.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bag.modifiers.clear(); bag.data = me; so = bag.modifiers.new('s', 'SOLIDIFY'); so.thickness = .035; bag.modifiers.new('ss', 'SUBSURF').render_levels = 1
    print('BAG', min(v.co.z for v in me.vertices), max(v.co.z for v in me.vertices))
    v = vial((.35, 1.55, .62), (math.radians(-90), 0, math.radians(172)), 'ds', cap_mats=capsule_mats('ds'))
    v.rotation_euler = (math.radians(-86), math.radians(90), math.radians(-14)); v.location = (.05, .75, .60)
    camera((.4, -7.6, 8.6), (.10, .85, .45), 62)
    portrait('vial-pouch', 26)
